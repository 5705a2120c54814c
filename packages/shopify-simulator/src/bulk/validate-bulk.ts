import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { NotModelled } from '../graphql/errors.ts';
import { operationsOf } from '../graphql/selection.ts';
import { parseDocument, validateDocument } from '../graphql/validate.ts';

export type BulkDocument = { readonly document: DocumentNode; readonly operation: OperationDefinitionNode };

/**
 * The query or mutation of a bulk operation, or why it is invalid. What Shopify does not run in bulk (other
 * connections, deeper nesting, `nodes`) is not modelled, and refused by name when the operation is compiled
 * or executed.
 */
export function readBulkDocument(
  schema: GraphQLSchema,
  text: string,
  type: 'query' | 'mutation',
): BulkDocument | { problem: string } {
  const parsed = parseDocument(text);
  if (!('document' in parsed)) return { problem: parsed.problem };
  const { document } = parsed;
  const [operation] = operationsOf(document);
  if (operation?.operation !== type) {
    return { problem: `Invalid operation type. Only \`${type}\` operations are supported.` };
  }
  const [invalid] = validateDocument(schema, document);
  return invalid === undefined ? { document, operation } : { problem: invalid.message };
}

export const isConnection = ({ name }: { name: string }): boolean => name.endsWith('Connection');

export function selectedIn(set: SelectionSetNode | undefined): FieldNode[] {
  return (set?.selections ?? []).map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new NotModelled('fragments in a bulk operation');
    return selection;
  });
}

/** `edges { node }` of a connection, with the id that children reference. */
export function nodesIn(connection: FieldNode): FieldNode[] {
  const nodes = named(named([connection], 'edges'), 'node');
  if (named(nodes, 'id').length === 0) {
    throw new NotModelled(`${connection.name.value} without \`edges { node { id } }\` in a bulk query`);
  }
  return nodes;
}

function named(parents: readonly FieldNode[], name: string): FieldNode[] {
  return parents
    .flatMap(({ selectionSet }) => selectedIn(selectionSet))
    .filter((field) => field.name.value === name);
}
