import { SqlServerError } from '../engine.ts';
import { isKeyword } from './cursor.ts';
import type { Token } from './lexer.ts';

/** The parser needs its stack for every operator of a chain, and does not survive its end. */
const MOST_OPERATORS = 500;
/** It takes twice as long for every call inside a call. */
const DEEPEST_CALLS = 10;

const OPERATORS = new Set(['AND', 'OR', '+', '-', '*', '/', '%', '&', '|', '^', '||']);
/** Words before a bracket that call nothing, or that the parser reads quickly. */
const PLAIN_WORDS = new Set(['CAST', 'CONVERT', 'TRY_CAST', 'TRY_CONVERT']);

/** Throws 191, as SQL Server does at limits of its own, for what would take the parser too deep. */
export function mustBeReadable(tokens: readonly Token[]): void {
  const levels: { operators: number; readonly isCall: boolean }[] = [{ operators: 0, isCall: false }];
  let calls = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'symbol') continue;
    if (token.text === '(') {
      const before = tokens[index - 1];
      const isCall =
        before?.kind === 'word' &&
        !(isKeyword(before) && before.value !== 'NULLIF') &&
        !PLAIN_WORDS.has(before.value);
      levels.push({ operators: 0, isCall });
      if (isCall) calls += 1;
    } else if (token.text === ')') {
      if (levels.length > 1 && levels.pop()?.isCall) calls -= 1;
    } else if (OPERATORS.has(token.value)) {
      const level = levels.at(-1);
      if (level !== undefined) level.operators += 1;
    }
    if (calls > DEEPEST_CALLS || (levels.at(-1)?.operators ?? 0) > MOST_OPERATORS) throw tooDeep(token.line);
  }
}

export const tooDeep = (line: number): SqlServerError =>
  new SqlServerError({
    number: 191,
    class: 15,
    line,
    message:
      'Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.',
  });
