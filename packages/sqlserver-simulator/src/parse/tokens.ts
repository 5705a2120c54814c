import { sqlError, syntaxError } from '../values/errors.ts';

type TokenKind = 'word' | 'quoted' | 'text' | 'number' | 'binary' | 'variable' | 'symbol' | 'end';

export type Token = {
  readonly kind: TokenKind;
  /** Without quotes; words as written. */
  readonly text: string;
  /** For words, in capitals; `N` for a Unicode text. */
  readonly word: string;
};

const TOKEN =
  /(\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(N?'[^']*(?:''[^']*)*')|(\[[^\]]*(?:\]\][^\]]*)*\]|"[^"]*(?:""[^"]*)*")|(0x[\da-f]*)|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(@@?[\p{L}\p{N}_@#$]+)|([\p{L}_#][\p{L}\p{N}_@#$]*)|(<=|>=|<>|!=|!<|!>|[-+*/%&|^~(),.;=<>])/giuy;

const KINDS: readonly TokenKind[] = ['text', 'quoted', 'binary', 'number', 'variable', 'word', 'symbol'];

/** Throws 105 for an unterminated text, 102 for an invalid character. */
export function tokensOf(batch: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < batch.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(batch);
    if (match === null) {
      const rest = batch.slice(at);
      if (/^N?'/i.test(rest))
        throw sqlError(105, `Unclosed quotation mark after the character string '${rest.slice(1)}'.`, 15);
      throw syntaxError(rest.slice(0, 1));
    }
    const [all, blank] = match;
    if (blank === undefined) {
      const kind = KINDS[match.findIndex((part, index) => index > 1 && part !== undefined) - 2] ?? 'symbol';
      tokens.push({ kind, text: unquoted(kind, all), word: wordOf(kind, all) });
    }
  }
  return tokens;
}

function wordOf(kind: TokenKind, text: string): string {
  if (kind === 'text') return /^N/i.test(text) ? 'N' : '';
  return kind === 'word' ? text.toUpperCase() : '';
}

function unquoted(kind: TokenKind, text: string): string {
  if (kind === 'text') return text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'");
  if (kind !== 'quoted') return text;
  const inner = text.slice(1, -1);
  return text.startsWith('[') ? inner.replaceAll(']]', ']') : inner.replaceAll('""', '"');
}

/** Words that need brackets to be names. */
export const RESERVED: ReadonlySet<string> = new Set(
  (
    'ADD ALL ALTER AND ANY AS ASC BEGIN BETWEEN BY CASE CHECK COLLATE COMMIT CONSTRAINT CONVERT CREATE CROSS CURRENT_TIMESTAMP ' +
    'DECLARE DEFAULT DELETE DESC DISTINCT DROP ELSE END ESCAPE EXCEPT EXEC EXECUTE EXISTS FOREIGN FROM FULL GROUP HAVING ' +
    'IDENTITY IF IN INDEX INNER INSERT INTERSECT INTO IS JOIN KEY LEFT LIKE MERGE NOT NULL NULLIF ON OPTION OR ORDER OUTER OVER ' +
    'PRIMARY PRINT RAISERROR REFERENCES RETURN RIGHT ROLLBACK SAVE SELECT SET SHUTDOWN SOME TABLE THEN TOP TRAN TRANSACTION ' +
    'TRUNCATE UNION UNIQUE UPDATE USE VALUES VIEW WAITFOR WHEN WHERE WHILE WITH'
  ).split(' '),
);
