import { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';

export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'binary' | 'variable' | 'symbol' | 'end';

export type Token = {
  readonly kind: TokenKind;
  /** As written. */
  readonly text: string;
  /** What it means: a quoted name or a string without its quotes, a word in upper case. */
  readonly value: string;
  readonly line: number;
  /** White space or a comment stood before it. */
  readonly spaced: boolean;
};

const letter = /[\p{L}_#]/u;
const wordPart = /[\p{L}\p{N}_#@$]/u;
const digit = /[0-9]/;
const twoSigns = new Set([
  '<=',
  '>=',
  '<>',
  '!=',
  '!<',
  '!>',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '::',
  '||',
]);

/** The tokens of a batch, without its comments; the last one is of kind `end`. */
export function tokenize(batch: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let line = 1;
  let spaced = false;

  const take = (kind: TokenKind, end: number, value?: string): void => {
    const text = batch.slice(position, end);
    tokens.push({ kind, text, value: value ?? text, line, spaced });
    for (const character of text) if (character === '\n') line += 1;
    position = end;
    spaced = false;
  };
  const quotedEnd = (from: number, quote: string): number => {
    for (let at = from; at < batch.length; at += 1) {
      if (batch[at] !== quote) continue;
      if (batch[at + 1] !== quote) return at + 1;
      at += 1;
    }
    throw new SqlServerError({
      number: 105,
      class: 15,
      line,
      message: `Unclosed quotation mark after the character string '${batch.slice(from)}'.`,
    });
  };
  const unquoted = (from: number, end: number, quote: string): string =>
    batch.slice(from, end - 1).replaceAll(quote + quote, quote);
  const whileMatches = (from: number, pattern: RegExp): number => {
    let end = from;
    while (end < batch.length && pattern.test(batch[end] ?? '')) end += 1;
    return end;
  };

  while (position < batch.length) {
    const character = batch[position] ?? '';
    const next = batch[position + 1] ?? '';
    if (/[\s\ufeff]/.test(character)) {
      if (character === '\n') line += 1;
      position += 1;
      spaced = true;
    } else if (character === '-' && next === '-') {
      const end = batch.indexOf('\n', position);
      position = end < 0 ? batch.length : end;
      spaced = true;
    } else if (character === '/' && next === '*') {
      const end = commentEnd(batch, position, line);
      for (const passed of batch.slice(position, end)) if (passed === '\n') line += 1;
      position = end;
      spaced = true;
    } else if (character === "'") {
      const end = quotedEnd(position + 1, "'");
      take('string', end, unquoted(position + 1, end, "'"));
    } else if ((character === 'N' || character === 'n') && next === "'") {
      const end = quotedEnd(position + 2, "'");
      take('string', end, unquoted(position + 2, end, "'"));
    } else if (character === '[') {
      const end = quotedEnd(position + 1, ']');
      take('quoted', end, unquoted(position + 1, end, ']'));
    } else if (character === '"') {
      const end = quotedEnd(position + 1, '"');
      take('quoted', end, unquoted(position + 1, end, '"'));
    } else if (character === '@') {
      const end = whileMatches(position, wordPart);
      take('variable', end, batch.slice(position, end).toLowerCase());
    } else if (letter.test(character)) {
      const end = whileMatches(position, wordPart);
      take('word', end, batch.slice(position, end).toUpperCase());
    } else if (character === '0' && (next === 'x' || next === 'X')) {
      take('binary', whileMatches(position + 2, /[0-9a-fA-F]/));
    } else if (digit.test(character) || (character === '.' && digit.test(next))) {
      take('number', numberEnd(batch, position));
    } else if (character === '$' && (digit.test(next) || next === '.')) {
      take('number', numberEnd(batch, position + 1));
    } else if (twoSigns.has(character + next)) {
      take('symbol', position + 2);
    } else if ('(),;.=<>+-*/%&|^~:{}'.includes(character)) {
      take('symbol', position + 1);
    } else {
      throw syntaxError(character, line);
    }
  }
  tokens.push({ kind: 'end', text: '', value: '', line, spaced: false });
  return tokens;
}

/** T-SQL's block comments nest. */
function commentEnd(batch: string, start: number, line: number): number {
  let depth = 0;
  for (let at = start; at < batch.length; at += 1) {
    const pair = batch.slice(at, at + 2);
    if (pair === '/*') {
      depth += 1;
      at += 1;
    } else if (pair === '*/') {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new SqlServerError({ number: 113, class: 15, line, message: "Missing end comment mark '*/'." });
}

function numberEnd(batch: string, start: number): number {
  const match = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d*)?/.exec(batch.slice(start, start + 400));
  return start + (match?.[0].length ?? 1);
}
