import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, fieldsOf, fragmentsOf, operationsOf } from '../graphql/selection.ts';
import { parseDocument, parseError, validateDocument } from '../graphql/validate.ts';

export type BulkMutation = { readonly document: DocumentNode; readonly operation: OperationDefinitionNode };
export type BulkMutationError = {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code: string | null;
};

/** Bulk work does not start bulk work. */
const forbidden = new Set([
  'bulkOperationCancel',
  'bulkOperationRunMutation',
  'bulkOperationRunQuery',
  'stagedUploadsCreate',
]);
const MAX_CONNECTIONS = 1;

/** The mutation to run for each line, or what is wrong with it in Shopify's words. */
export function validateBulkMutation(
  schema: GraphQLSchema,
  text: string,
): BulkMutation | { error: BulkMutationError } {
  const parsed = parseDocument(text);
  if (!('document' in parsed)) {
    return invalid(`Failed to parse the mutation - ${parseError(parsed).message}`);
  }
  const { document } = parsed;
  const [operation] = operationsOf(document);
  if (operation?.operation !== 'mutation') {
    return invalid('Invalid operation type. Only `mutation` operations are supported.');
  }
  const fragments = fragmentsOf(document);
  const roots = fieldsOf(operation.selectionSet, fragments);
  if (roots.length > 1) return ofMutation('You must specify a single top level mutation.');
  if (roots.some((root) => forbidden.has(root.name.value))) {
    return ofMutation('You must use an allowed mutation name.');
  }
  const [problem] = validateDocument(schema, document);
  if (problem !== undefined) return invalid(problem.message);
  const root = schema.getMutationType();
  if (root && countConnections(schema, operation.selectionSet, root, fragments) > MAX_CONNECTIONS) {
    return ofMutation(`Bulk mutations cannot contain more than ${MAX_CONNECTIONS} connection.`);
  }
  return { document, operation };
}

function invalid(message: string): { error: BulkMutationError } {
  return { error: { field: null, message, code: 'INVALID_MUTATION' } };
}

function ofMutation(message: string): { error: BulkMutationError } {
  return { error: { field: ['mutation'], message, code: null } };
}

function countConnections(
  schema: GraphQLSchema,
  set: SelectionSetNode | undefined,
  parent: GraphQLCompositeType,
  fragments: Fragments,
): number {
  return fieldsOf(set, fragments).reduce((count, { name, selectionSet }) => {
    const field = schema.getField(parent, name.value);
    const type = field ? getNamedType(field.type) : undefined;
    if (!isCompositeType(type)) return count;
    const own = type.name.endsWith('Connection') ? 1 : 0;
    return count + own + countConnections(schema, selectionSet, type, fragments);
  }, 0);
}
