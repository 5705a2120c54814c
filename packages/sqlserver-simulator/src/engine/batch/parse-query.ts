import { init, parse } from '@guanmingchiu/sqlparser-ts';
import type { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import { asList, asNode, isNode, kindOf, type Node } from './ast.ts';
import { mustBeReadable, tooDeep } from './complexity.ts';
import { isKeyword, syntaxErrorAt, textOf } from './cursor.ts';
import { type Token, tokenize } from './lexer.ts';

await init();

/** The tree of a SELECT (with its CTEs) or of VALUES. */
export function parseQuery(tokens: readonly Token[]): Node {
  const paging = new Map<string, Node>();
  const plain = withNumberedPaging(withoutOptions(tokens), paging);
  const statements = asList(parseText(textOf(plain), tokens));
  const [kind, body] = kindOf(statements[0]);
  if (statements.length !== 1 || kind !== 'Query') throw nearFirst(tokens);
  return asNode(paging.size === 0 ? body : withPaging(body, paging));
}

/** The tree of a value. */
export function parseExpression(tokens: readonly Token[]): Node {
  if (tokens.length === 0) throw syntaxError('');
  const [item] = asList(asNode(selectOf('SELECT ', tokens)).projection);
  const [kind, body] = kindOf(item);
  if (kind !== 'UnnamedExpr') throw nearFirst(tokens);
  return asNode(body);
}

/** The tree of a condition, as WHERE, IF and CHECK have it. */
export function parseCondition(tokens: readonly Token[]): Node {
  if (tokens.length === 0) throw syntaxError('');
  return asNode(asNode(selectOf('SELECT 1 WHERE ', tokens)).selection);
}

/** The trees of what stands behind OUTPUT. */
export function parseSelectItems(tokens: readonly Token[]): readonly unknown[] {
  return asList(asNode(selectOf('SELECT ', tokens)).projection);
}

export const parseExpressionText = (text: string): Node => parseExpression(tokenize(text).slice(0, -1));
export const parseConditionText = (text: string): Node => parseCondition(tokenize(text).slice(0, -1));
export const parseQueryText = (text: string): Node => parseQuery(tokenize(text).slice(0, -1));

function selectOf(head: string, tokens: readonly Token[]): unknown {
  const statements = asList(parseText(head + textOf(tokens), tokens));
  const [kind, query] = kindOf(statements[0]);
  if (statements.length !== 1 || kind !== 'Query') throw nearFirst(tokens);
  const node = asNode(query);
  const [bodyKind, select] = kindOf(node.body);
  const extra = ['order_by', 'limit_clause', 'fetch', 'for_clause', 'with'].some(
    (key) => (node[key] ?? null) !== null,
  );
  const plain = asNode(select);
  if (bodyKind !== 'Select' || extra || (asList(plain.from).length > 0 && head === 'SELECT '))
    throw nearFirst(tokens);
  return select;
}

const nearFirst = (tokens: readonly Token[]): SqlServerError => {
  const [first] = tokens;
  return first === undefined ? syntaxError('') : syntaxErrorAt(first);
};

function parseText(text: string, tokens: readonly Token[]): unknown {
  mustBeReadable(tokens);
  try {
    return parse(text, 'mssql');
  } catch (error) {
    throw fromParser(error, tokens);
  }
}

/** `Expected: an expression, found: = at Line: 1, Column: 20`, as SQL Server would say it. */
function fromParser(error: unknown, tokens: readonly Token[]): SqlServerError {
  const message = error instanceof Error ? error.message : String(error);
  const found = /(?:found: |token )([\s\S]*?)(?: at Line: (\d+), Column: \d+)?$/.exec(message);
  const line = (tokens[0]?.line ?? 1) + Number(found?.[2] ?? 1) - 1;
  if (/recursion limit/.test(message)) return tooDeep(line);
  const text = found?.[1] ?? '';
  const word = tokens.find((token) => token.text === text);
  const last = tokens.at(-1);
  if (word !== undefined) return isKeyword(word) ? syntaxErrorAt({ ...word, line }) : syntaxError(text, line);
  return text === 'EOF' || text === '' ? syntaxError(last?.text ?? '', last?.line) : syntaxError(text, line);
}

/** Query hints change no answer; the parser does not know them. */
function withoutOptions(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'symbol' && token.text === '(') depth += 1;
    if (token.kind === 'symbol' && token.text === ')') depth -= 1;
    const opens = tokens[index + 1];
    if (depth !== 0 || token.kind !== 'word' || token.value !== 'OPTION' || opens?.text !== '(') continue;
    const last = tokens.at(-1);
    if (last?.text !== ')') throw last === undefined ? syntaxError('') : syntaxErrorAt(last);
    return tokens.slice(0, index);
  }
  return tokens;
}

/**
 * The parser takes numbers alone behind OFFSET and FETCH NEXT. Whatever else stands there is parsed by itself, and a
 * number that nothing else in the statement holds keeps its place in the tree.
 */
function withNumberedPaging(tokens: readonly Token[], paging: Map<string, Node>): readonly Token[] {
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined) break;
    out.push(token);
    const opens =
      token.kind === 'word' &&
      (token.value === 'OFFSET' ||
        ((token.value === 'NEXT' || token.value === 'FIRST') && tokens[at - 1]?.value === 'FETCH'));
    if (!opens || next === undefined || !(next.kind === 'variable' || next.text === '(')) continue;
    const end = tokens.findIndex(
      (other, index) => index > at && other.kind === 'word' && /^ROWS?$/.test(other.value),
    );
    if (end < 0) continue;
    const placeholder = unusedNumber(tokens, paging.size);
    paging.set(placeholder, parseExpression(tokens.slice(at + 1, end)));
    out.push({ kind: 'number', text: placeholder, value: placeholder, line: next.line, spaced: true });
    at = end - 1;
  }
  return out;
}

function unusedNumber(tokens: readonly Token[], from: number): string {
  for (let number = 910_000_000 + from; ; number += 1) {
    if (!tokens.some((token) => token.text === String(number))) return String(number);
  }
}

function withPaging(tree: unknown, paging: ReadonlyMap<string, Node>): unknown {
  if (Array.isArray(tree)) return tree.map((part) => withPaging(part, paging));
  if (!isNode(tree)) return tree;
  const [kind, body] = Object.entries(tree)[0] ?? [];
  const literal =
    kind === 'Value' && isNode(body) && isNode(body.value) ? asList(body.value.Number)[0] : undefined;
  const expression = typeof literal === 'string' ? paging.get(literal) : undefined;
  if (expression !== undefined) return expression;
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, withPaging(part, paging)]));
}
