import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { NotModelled } from '../graphql/errors.ts';
import { operationsOf } from '../graphql/selection.ts';
import { parseDocument, parseError, validateDocument } from '../graphql/validate.ts';

/** What Shopify lets a bulk operation ask for and do, and its words for all else. */

export type BulkDocument = { readonly document: DocumentNode; readonly operation: OperationDefinitionNode };

const MAX_BYTES = 65_535;
const MAX_CONNECTIONS_OF_QUERY = 5;
const MAX_DEPTH = 2;

/** The query to run, or all that is wrong with it. */
export function validateBulkQuery(
  schema: GraphQLSchema,
  text: string,
): BulkDocument | { problems: string[] } {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    return { problems: [`Query is too large (${bytes} bytes; maximum is ${MAX_BYTES} bytes)`] };
  }
  const parsed = parseDocument(text);
  if (!('document' in parsed)) return { problems: [`Invalid bulk query: ${parsed.problem}`] };
  const { document } = parsed;
  const [operation] = operationsOf(document);
  if (operation?.operation !== 'query') {
    return { problems: ['Invalid operation type. Only `query` operations are supported.'] };
  }
  const [invalid] = validateDocument(schema, document);
  if (invalid !== undefined) return { problems: [`Invalid bulk query: ${invalid.message}`] };
  const problems = problemsOf(schema, operation);
  return problems.length > 0 ? { problems } : { document, operation };
}

function problemsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): string[] {
  const { connections, depth, withNodes, withoutId, isInsideList } = findConnections(schema, operation);
  const single = selectedIn(operation.selectionSet).map(({ name }) => name.value);
  const found: (string | false)[] = [
    ...single
      .filter((name) => name === 'node' || name === 'nodes')
      .map((name) => `Bulk queries cannot contain a top level \`${name}\` field.`),
    connections === 0 && 'Bulk queries must contain at least one connection.',
    connections > MAX_CONNECTIONS_OF_QUERY &&
      `Bulk queries cannot contain more than ${MAX_CONNECTIONS_OF_QUERY} connections.`,
    depth > MAX_DEPTH &&
      `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`,
    withNodes.length > 0 &&
      `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${withNodes.join("', '")}'.`,
    withoutId.length > 0 &&
      `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${withoutId.join(', ')}.`,
    isInsideList &&
      'Queries that contain a connection field within a list field are not currently supported.',
  ];
  return found.filter((problem) => problem !== false);
}

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
const MAX_CONNECTIONS_OF_MUTATION = 1;

/** The mutation to run for each line, or what is wrong with it. */
export function validateBulkMutation(
  schema: GraphQLSchema,
  text: string,
): BulkDocument | { error: BulkMutationError } {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    // Recorded 2026-04 (bulk-operation-storage-byte-limit): the field is called `query` here too.
    return invalid(`is too large (${bytes} bytes; maximum is ${MAX_BYTES} bytes)`, ['query']);
  }
  const parsed = parseDocument(text);
  if (!('document' in parsed)) return invalid(`Failed to parse the mutation - ${parseError(parsed).message}`);
  const { document } = parsed;
  const [operation] = operationsOf(document);
  if (operation?.operation !== 'mutation') {
    return invalid('Invalid operation type. Only `mutation` operations are supported.');
  }
  const roots = selectedIn(operation.selectionSet);
  if (roots.length > 1) return ofMutation('You must specify a single top level mutation.');
  if (roots.some((root) => forbidden.has(root.name.value))) {
    return ofMutation('You must use an allowed mutation name.');
  }
  const [problem] = validateDocument(schema, document);
  if (problem !== undefined) return invalid(problem.message);
  if (findConnections(schema, operation).connections > MAX_CONNECTIONS_OF_MUTATION) {
    return ofMutation(`Bulk mutations cannot contain more than ${MAX_CONNECTIONS_OF_MUTATION} connection.`);
  }
  return { document, operation };
}

function invalid(message: string, field: readonly string[] | null = null): { error: BulkMutationError } {
  return { error: { field, message, code: 'INVALID_MUTATION' } };
}

function ofMutation(message: string): { error: BulkMutationError } {
  return { error: { field: ['mutation'], message, code: null } };
}

type Connections = {
  connections: number;
  depth: number;
  /** Names of connections that select `nodes`, or hold others without the id of their node. */
  withNodes: string[];
  withoutId: string[];
  isInsideList: boolean;
};

function findConnections(schema: GraphQLSchema, operation: OperationDefinitionNode): Connections {
  const found: Connections = { connections: 0, depth: 0, withNodes: [], withoutId: [], isInsideList: false };
  const walk = (
    set: SelectionSetNode | undefined,
    parent: GraphQLCompositeType,
    depth: number,
    list: boolean,
  ) => {
    for (const node of selectedIn(set)) {
      const field = schema.getField(parent, node.name.value);
      const type = getNamedType(field?.type);
      if (!field || !isCompositeType(type)) continue;
      // `edges` and `nodes` are lists, too: those of their connection.
      const isList = !isConnection(parent) && (list || isListType(getNullableType(field.type)));
      const before = found.connections;
      if (isConnection(type)) {
        found.connections += 1;
        found.depth = Math.max(found.depth, depth + 1);
        found.isInsideList ||= isList;
        if (named([node], 'nodes').length > 0) found.withNodes.push(node.name.value);
      }
      walk(node.selectionSet, type, isConnection(type) ? depth + 1 : depth, isList && !isConnection(type));
      const holdsOthers = isConnection(type) && found.connections > before + 1;
      if (holdsOthers && named(nodesIn(node), 'id').every(({ alias }) => alias !== undefined)) {
        found.withoutId.push(node.name.value);
      }
    }
  };
  const root = schema.getRootType(operation.operation);
  if (root) walk(operation.selectionSet, root, 0, false);
  return found;
}

export const isConnection = ({ name }: { name: string }): boolean => name.endsWith('Connection');

/** The selected fields. */
export function selectedIn(set: SelectionSetNode | undefined): FieldNode[] {
  return (set?.selections ?? []).map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new NotModelled('fragments in a bulk operation');
    return selection;
  });
}

/** `edges { node }` of a connection. */
export const nodesIn = (connection: FieldNode): FieldNode[] => named(named([connection], 'edges'), 'node');

function named(parents: readonly FieldNode[], name: string): FieldNode[] {
  return parents
    .flatMap(({ selectionSet }) => selectedIn(selectionSet))
    .filter((field) => field.name.value === name);
}
