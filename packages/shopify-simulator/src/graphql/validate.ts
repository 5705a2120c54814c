import {
  type ASTVisitor,
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLSchema,
  Lexer,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type ValidationContext,
  validate,
} from 'graphql';
import type { AnswerError } from './errors.ts';

/**
 * Finds what the schema does not allow, so that no invalid document is ever executed. A field that does not
 * exist is refused in Shopify's words, with a path that begins with the operation; of the rest only that it
 * is refused is modelled.
 */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): AnswerError[] {
  const unknownFields: AnswerError[] = [];
  const fieldsExist = (context: ValidationContext) => unknownFieldRule(context, unknownFields);
  const rules = specifiedRules.filter((rule) => rule !== FieldsOnCorrectTypeRule);
  const others = validate(schema, document, [fieldsExist, ...rules]).map((error) => ({
    message: error.message,
    locations: error.locations ?? [],
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  }));
  return [...unknownFields, ...others];
}

/** Recorded 2026-07: `undefinedField`, with the names on the way to it. */
function unknownFieldRule(context: ValidationContext, found: AnswerError[]): ASTVisitor {
  const path: string[] = [];
  return {
    OperationDefinition: { enter: (node) => void path.splice(0, path.length, operationLabel(node)) },
    FragmentDefinition: { enter: (node) => void path.splice(0, path.length, `fragment ${node.name.value}`) },
    InlineFragment: {
      enter: (node) => void path.push(`... on ${node.typeCondition?.name.value ?? ''}`),
      leave: () => void path.pop(),
    },
    Field: {
      enter(node) {
        path.push(node.alias?.value ?? node.name.value);
        const parent = context.getParentType();
        if (!parent || context.getFieldDef()) return;
        const [typeName, fieldName] = [parent.name, node.name.value];
        const token = node.loc?.startToken;
        found.push({
          message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
          locations: token === undefined ? [] : [{ line: token.line, column: token.column }],
          path: [...path],
          extensions: { code: 'undefinedField', typeName, fieldName },
        });
      },
      leave: () => void path.pop(),
    },
  };
}

/** Whether the document asks for anything that the version marks as deprecated. */
export function asksDeprecated(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, [NoDeprecatedCustomRule]).length > 0;
}

export function operationLabel({ name, operation }: OperationDefinitionNode): string {
  return name === undefined ? operation : `${operation} ${name.value}`;
}

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
