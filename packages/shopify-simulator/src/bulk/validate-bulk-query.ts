import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, fieldsOf, fragmentsOf, operationsOf } from '../graphql/selection.ts';
import { parseDocument, validateDocument } from '../graphql/validate.ts';

const MAX_BYTES = 65_535;
const MAX_CONNECTIONS = 5;
const MAX_DEPTH = 2;

export type BulkQuery = { readonly document: DocumentNode; readonly operation: OperationDefinitionNode };

/** The query to run, or all that is wrong with it in Shopify's words. */
export function validateBulkQuery(schema: GraphQLSchema, text: string): BulkQuery | { problems: string[] } {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    return { problems: [`Query is too large (${bytes} bytes; maximum is ${MAX_BYTES} bytes)`] };
  }
  const parsed = parseDocument(text);
  if (!('document' in parsed)) return { problems: [`Invalid bulk query: ${parsed.problem}`] };
  const { document } = parsed;
  const [operation] = operationsOf(document);
  if (operation === undefined)
    return { problems: ['Invalid bulk query: syntax error, unexpected end of file'] };
  if (operation.operation !== 'query') {
    return { problems: ['Invalid operation type. Only `query` operations are supported.'] };
  }
  const [invalid] = validateDocument(schema, document);
  if (invalid !== undefined) return { problems: [`Invalid bulk query: ${invalid.message}`] };
  const problems = new Rules(schema, document).check(operation);
  return problems.length > 0 ? { problems } : { document, operation };
}

class Rules {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  #connections = 0;
  #depth = 0;
  readonly #withNodes: string[] = [];
  readonly #withoutId: string[] = [];
  #isInsideList = false;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#fragments = fragmentsOf(document);
  }

  check(operation: OperationDefinitionNode): string[] {
    const root = this.#schema.getQueryType();
    if (!root) return [];
    const problems: string[] = [];
    for (const field of fieldsOf(operation.selectionSet, this.#fragments)) {
      const name = field.name.value;
      if (name === 'node' || name === 'nodes') {
        problems.push(`Bulk queries cannot contain a top level \`${name}\` field.`);
      }
    }
    this.#walk(operation.selectionSet, root, { depth: 0, list: false });
    if (this.#connections === 0) problems.push('Bulk queries must contain at least one connection.');
    if (this.#connections > MAX_CONNECTIONS) {
      problems.push(`Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.`);
    }
    if (this.#depth > MAX_DEPTH) {
      problems.push(
        `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`,
      );
    }
    if (this.#withNodes.length > 0) {
      problems.push(
        `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${this.#withNodes.join("', '")}'.`,
      );
    }
    if (this.#withoutId.length > 0) {
      problems.push(
        `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${this.#withoutId.join(', ')}.`,
      );
    }
    if (this.#isInsideList) {
      problems.push(
        'Queries that contain a connection field within a list field are not currently supported.',
      );
    }
    return problems;
  }

  #walk(
    set: SelectionSetNode | undefined,
    parent: GraphQLCompositeType,
    at: { depth: number; list: boolean },
  ): void {
    for (const node of fieldsOf(set, this.#fragments)) {
      const field = this.#schema.getField(parent, node.name.value);
      const type = field ? getNamedType(field.type) : undefined;
      if (!field || !isCompositeType(type)) continue;
      if (type.name.endsWith('Connection')) {
        this.#connection(node, type, at);
      } else {
        this.#walk(node.selectionSet, type, { depth: at.depth, list: at.list || isList(field.type) });
      }
    }
  }

  #connection(connection: FieldNode, type: GraphQLCompositeType, at: { depth: number; list: boolean }): void {
    this.#connections += 1;
    const depth = at.depth + 1;
    this.#depth = Math.max(this.#depth, depth);
    if (at.list) this.#isInsideList = true;
    const selected = fieldsOf(connection.selectionSet, this.#fragments);
    if (selected.some((field) => field.name.value === 'nodes')) this.#withNodes.push(connection.name.value);
    const nodeField = this.#schema.getField(type, 'nodes');
    const nodeType = nodeField ? getNamedType(nodeField.type) : undefined;
    if (!isCompositeType(nodeType)) return;
    const before = this.#connections;
    for (const edges of selected.filter((field) => field.name.value === 'edges')) {
      for (const node of fieldsOf(edges.selectionSet, this.#fragments).filter(
        (field) => field.name.value === 'node',
      )) {
        this.#walk(node.selectionSet, nodeType, { depth, list: false });
        const hasId = fieldsOf(node.selectionSet, this.#fragments).some(
          (field) => field.name.value === 'id' && field.alias === undefined,
        );
        if (this.#connections > before && !hasId) this.#withoutId.push(connection.name.value);
      }
    }
    for (const nodes of selected.filter((field) => field.name.value === 'nodes')) {
      this.#walk(nodes.selectionSet, nodeType, { depth, list: false });
    }
  }
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
