import type { SqlServerError } from '../engine.ts';
import { keywordError, syntaxError } from '../errors.ts';
import type { Token } from './lexer.ts';

const KEYWORDS = new Set(
  `ADD ALL ALTER AND ANY AS ASC BEGIN BETWEEN BREAK BY CASE CHECK CLUSTERED COLLATE COLUMN COMMIT CONSTRAINT CONTINUE
   CONVERT CREATE CROSS DATABASE DECLARE DEFAULT DELETE DESC DISTINCT DROP ELSE END ESCAPE EXCEPT EXEC EXECUTE EXISTS
   FETCH FOR FOREIGN FROM FULL FUNCTION GOTO GRANT GROUP HAVING IDENTITY IDENTITY_INSERT IF IN INDEX INNER INSERT
   INTERSECT INTO IS JOIN KEY LEFT LIKE MERGE NOT NULL NULLIF OF OFF ON OPEN OPTION OR ORDER OUTER OVER PERCENT PIVOT
   PRIMARY PRINT PROC PROCEDURE RAISERROR READ REFERENCES RETURN REVOKE RIGHT ROLLBACK ROWCOUNT SAVE SCHEMA SELECT SET
   SOME TABLE THEN TO TOP TRAN TRANSACTION TRIGGER TRUNCATE TRY_CONVERT UNION UNIQUE UPDATE USE VALUES VIEW WAITFOR
   WHEN WHERE WHILE WITH`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export const isKeyword = (token: Token): boolean => token.kind === 'word' && KEYWORDS.has(token.value);

export function syntaxErrorAt(token: Token): SqlServerError {
  return isKeyword(token) ? keywordError(token.text, token.line) : syntaxError(token.text, token.line);
}

/** A place in a batch's tokens. */
export class Cursor {
  readonly tokens: readonly Token[];
  position: number;

  constructor(tokens: readonly Token[], position = 0) {
    this.tokens = tokens;
    this.position = position;
  }

  peek(ahead = 0): Token {
    const token = this.tokens[Math.max(0, Math.min(this.position + ahead, this.tokens.length - 1))];
    if (token === undefined) throw syntaxError('');
    return token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.position += 1;
    return token;
  }

  is(...words: readonly string[]): boolean {
    const token = this.peek();
    return (token.kind === 'word' || token.kind === 'symbol') && words.includes(token.value);
  }

  isAhead(ahead: number, ...words: readonly string[]): boolean {
    const token = this.peek(ahead);
    return (token.kind === 'word' || token.kind === 'symbol') && words.includes(token.value);
  }

  /** Passes over the word when it stands here. */
  accept(...words: readonly string[]): boolean {
    if (!this.is(...words)) return false;
    this.position += 1;
    return true;
  }

  expect(...words: readonly string[]): Token {
    if (!this.is(...words)) throw syntaxErrorAt(this.peek());
    return this.next();
  }

  get atEnd(): boolean {
    return this.peek().kind === 'end';
  }

  name(): string {
    const token = this.next();
    if (token.kind === 'quoted') return token.value;
    if (token.kind !== 'word' || isKeyword(token)) throw syntaxErrorAt(token);
    return token.text;
  }

  /** `a.b.c`, `a..c`: the parts, the last one last; an omitted part is empty. */
  objectName(): string[] {
    const parts = [this.name()];
    while (this.accept('.')) parts.push(this.is('.') ? '' : this.name());
    if (parts.length > 4) throw syntaxErrorAt(this.peek());
    return parts;
  }

  nameList(): string[] {
    this.expect('(');
    const names = [this.name()];
    while (this.accept(',')) names.push(this.name());
    this.expect(')');
    return names;
  }

  variable(): string {
    const token = this.next();
    if (token.kind !== 'variable') throw syntaxErrorAt(token);
    return token.value;
  }

  /** The tokens up to where `stops` says at no depth of parentheses or CASE. */
  takeUntil(stops: (token: Token) => boolean): Token[] {
    const taken: Token[] = [];
    let depth = 0;
    let cases = 0;
    for (;;) {
      const token = this.peek();
      if (token.kind === 'end') break;
      const word = token.kind === 'word' ? token.value : token.kind === 'symbol' ? token.text : '';
      if (depth === 0 && cases === 0 && (word === ')' || stops(token))) break;
      if (word === '(') depth += 1;
      else if (word === ')') depth -= 1;
      else if (word === 'CASE') cases += 1;
      else if (word === 'END' && cases > 0) cases -= 1;
      taken.push(this.next());
    }
    return taken;
  }
}

/** Tokens as text again, on the lines where they stood: comments are gone, and nothing else has changed. */
export function textOf(tokens: readonly Token[]): string {
  let text = '';
  let line = tokens[0]?.line ?? 1;
  for (const token of tokens) {
    if (token.line > line) text += '\n'.repeat(token.line - line);
    else if (token.spaced && text !== '') text += ' ';
    line = token.line;
    for (const character of token.text) if (character === '\n') line += 1;
    text += token.text;
  }
  return text;
}
