import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoDeprecatedCustomRule,
  parse,
  validate,
} from 'graphql';
import type { AnswerError } from './errors.ts';

/** Validates against the schema, in the words of graphql-js: invalid documents are never executed. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): AnswerError[] {
  return validate(schema, document).map(({ message, locations = [] }) => ({
    message,
    locations,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  }));
}

/** Whether the document uses anything that the version marks as deprecated. */
export function asksDeprecated(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, [NoDeprecatedCustomRule]).length > 0;
}

type Parsed = { document: DocumentNode } | { problem: string };

export function parseDocument(text: string): Parsed {
  try {
    return { document: parse(text) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { problem: error.message };
  }
}
