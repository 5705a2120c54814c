import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { parseDocument, parseError } from '../graphql/parse.ts';
import { validateDocument } from '../graphql/validate.ts';

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
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation?.operation !== 'mutation') {
    return invalid('Invalid operation type. Only `mutation` operations are supported.');
  }
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  );
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

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return fieldsOf(fragment?.selectionSet, fragments);
  });
}

function countConnections(
  schema: GraphQLSchema,
  set: SelectionSetNode | undefined,
  parent: GraphQLCompositeType,
  fragments: Fragments,
): number {
  let count = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      const field = schema.getField(parent, selection.name.value);
      const type = field ? getNamedType(field.type) : undefined;
      if (!isCompositeType(type)) continue;
      count += type.name.endsWith('Connection') ? 1 : 0;
      count += countConnections(schema, selection.selectionSet, type, fragments);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    const condition = fragment?.typeCondition?.name.value;
    const type = condition === undefined ? parent : schema.getType(condition);
    if (isCompositeType(type)) count += countConnections(schema, fragment?.selectionSet, type, fragments);
  }
  return count;
}
