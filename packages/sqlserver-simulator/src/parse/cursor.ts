import { keywordError, type SqlServerError, syntaxError } from '../values/errors.ts';
import type { Name } from './ast.ts';
import { RESERVED, type Token, tokensOf } from './tokens.ts';

/** Reads tokens in order. */
export class Cursor {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;

  constructor(batch: string) {
    this.#tokens = tokensOf(batch);
    this.#end = { kind: 'end', text: this.#tokens.at(-1)?.text ?? '', word: '' };
  }

  get token(): Token {
    return this.ahead(0);
  }

  get isEnd(): boolean {
    return this.token.kind === 'end';
  }

  ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? this.#end;
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  /** An unexpected token: error 102 or 156. */
  unexpected(): SqlServerError {
    const { text, word } = this.token;
    return RESERVED.has(word) ? keywordError(text) : syntaxError(text);
  }

  isWord(...words: string[]): boolean {
    return this.token.kind === 'word' && words.includes(this.token.word);
  }

  /** Consumes these words if they all come next. */
  tryWords(...words: string[]): boolean {
    if (!words.every((word, index) => this.ahead(index).word === word)) return false;
    this.#at += words.length;
    return true;
  }

  words(...words: string[]): void {
    for (const word of words) if (!this.tryWords(word)) throw this.unexpected();
  }

  isSymbol(...symbols: string[]): boolean {
    return this.token.kind === 'symbol' && symbols.includes(this.token.text);
  }

  trySymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#at += 1;
    return true;
  }

  symbol(symbol: string): void {
    if (!this.trySymbol(symbol)) throw this.unexpected();
  }

  isIdentifier(): boolean {
    const { kind, word } = this.token;
    return kind === 'quoted' || (kind === 'word' && !RESERVED.has(word));
  }

  identifier(): string {
    if (!this.isIdentifier()) throw this.unexpected();
    return this.take().text;
  }

  /** Up to three parts, the middle one of which may be omitted: `shop..Products`. */
  name(): Name {
    const parts = [this.identifier()];
    while (this.trySymbol('.')) parts.push(this.isSymbol('.') ? '' : this.identifier());
    return parts;
  }

  list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.trySymbol(',')) items.push(item());
    return items;
  }

  parenthesized<T>(inner: () => T): T {
    this.symbol('(');
    const value = inner();
    this.symbol(')');
    return value;
  }
}
