import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import type { AnswerError } from './errors.ts';

export type Parsed = { document: DocumentNode } | { problem: string; line: number; column: number };

/** A text that ends too early is reported at its last token, as Shopify does. */
export function parseDocument(text: string): Parsed {
  try {
    return { document: parse(text, { noLocation: false }) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const place = error.locations?.[0] ?? { line: 1, column: 1 };
    if (error.message.includes('<EOF>')) {
      return { problem: 'syntax error, unexpected end of file', ...lastToken(text) };
    }
    const detail = error.message.replace(/^Syntax Error: /, '').replace(/\.$/, '');
    return { problem: `syntax error, ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`, ...place };
  }
}

export function parseError(parsed: { problem: string; line: number; column: number }): AnswerError {
  const { problem, line, column } = parsed;
  return {
    message: `${problem} at [${line}, ${column}]`,
    locations: [{ line, column }],
    extensions: { code: 'PARSE_ERROR' },
  };
}

function lastToken(text: string): { line: number; column: number } {
  const lexer = new Lexer(new Source(text));
  let place = { line: 1, column: 1 };
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    place = { line: token.line, column: token.column };
  }
  return place;
}
