import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { variantsOf } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import { allNodes } from '../fields/catalogue-lists.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { catalogueResolvers, type ResolverTable } from '../operations/resolvers.ts';
import { globalId } from '../text-forms.ts';
import { type BulkDocument, isConnection, nodesIn, selectedIn } from './validate-bulk.ts';

/** Writes one node as JSON text without the closing brace, so that `__parentId` can follow. */
type NodeWriter = (source: unknown) => string;

export type RootConnection = {
  readonly field: string;
  readonly args: Arguments;
  readonly write: NodeWriter;
  /** One per connection to the variants. */
  readonly children: readonly NodeWriter[];
};

type BulkLine = { readonly text: string; readonly isRoot: boolean };

/** The lines of a result, one object each, children after their parent. */
export function* bulkLines(roots: readonly RootConnection[], context: Context): Generator<BulkLine> {
  for (const { field, args, write, children } of roots) {
    for (const node of allNodes(args, context, { fieldName: field })) {
      yield { text: `${write(node)}}\n`, isRoot: true };
      const product = node as Product;
      const suffix = `,"__parentId":${jsonText(globalId('Product', product.id))}}\n`;
      for (const writeChild of children) {
        for (const child of variantsOf(product)) {
          yield { text: `${writeChild(child)}${suffix}`, isRoot: false };
        }
      }
    }
  }
}

const GID_PREFIX = 'gid://shopify/';

/** Escapes slashes. Ids are in every line and need no further escaping. */
function jsonText(value: unknown): string {
  if (typeof value !== 'string') {
    return Array.isArray(value) ? `[${value.map(jsonText).join(',')}]` : JSON.stringify(value ?? null);
  }
  if (value.startsWith(GID_PREFIX)) {
    const slash = value.indexOf('/', GID_PREFIX.length);
    return `"gid:\\/\\/shopify\\/${value.slice(GID_PREFIX.length, slash)}\\/${value.slice(slash + 1)}"`;
  }
  const text = JSON.stringify(value);
  return text.includes('/') ? text.replaceAll('/', '\\/') : text;
}

const resolvers: ResolverTable = catalogueResolvers;

type Compiled = { readonly schema: GraphQLSchema; readonly context: Context };

/**
 * Compiles the selection of a bulk query into functions that write text: with the same resolvers as a normal
 * query, but looked up once per run instead of once per node.
 */
export function compileBulkQuery(
  schema: GraphQLSchema,
  { operation }: BulkDocument,
  context: Context,
): RootConnection[] {
  const root = schema.getQueryType();
  const at = { schema, context };
  if (!root) return [];
  return selectedIn(operation.selectionSet).map((node) => {
    const { write, nested, type } = connectionWriter(at, node, root);
    const children = nested.map((field) => {
      const child = connectionWriter(at, field, type);
      if (type.name !== 'Product' || field.name.value !== 'variants' || child.nested.length > 0) {
        throw new NotModelled(`${type.name}.${field.name.value} in a bulk query`);
      }
      return child.write;
    });
    return { field: node.name.value, args: argumentsOf(at, node, root), write, children };
  });
}

/** The writer for the selection under `edges { node }`. */
function connectionWriter(at: Compiled, connection: FieldNode, parent: GraphQLCompositeType) {
  const list = typeOf(at, connection, parent);
  const type = isCompositeType(list) ? getNamedType(at.schema.getField(list, 'nodes')?.type) : undefined;
  if (!isCompositeType(type)) throw new NotModelled(`${connection.name.value} in a bulk query`);
  const fields = nodesIn(connection).flatMap(({ selectionSet }) => selectedIn(selectionSet));
  const isNested = (field: FieldNode) => {
    const inner = typeOf(at, field, type);
    return inner !== undefined && isConnection(inner);
  };
  const own = fields.filter((field) => !isNested(field));
  return { write: objectWriter(at, own, type), nested: fields.filter(isNested), type };
}

function objectWriter(at: Compiled, fields: readonly FieldNode[], type: GraphQLCompositeType): NodeWriter {
  const writers = fields.map((node, index) => ({
    key: `${index === 0 ? '{' : ','}${jsonText(node.alias?.value ?? node.name.value)}:`,
    value: valueWriter(at, node, type),
  }));
  return (source) => {
    let text = '';
    for (const { key, value } of writers) text += key + value(source);
    return text;
  };
}

function valueWriter(at: Compiled, node: FieldNode, parent: GraphQLCompositeType): NodeWriter {
  const read = reader(at, node, parent);
  const type = typeOf(at, node, parent);
  if (!isCompositeType(type)) return (source) => jsonText(read(source));
  const write = objectWriter(at, selectedIn(node.selectionSet), type);
  return (source) => {
    const value = read(source);
    return value === null || value === undefined ? 'null' : `${write(value)}}`;
  };
}

function reader(at: Compiled, node: FieldNode, parent: GraphQLCompositeType): (source: unknown) => unknown {
  const fieldName = node.name.value;
  const table = resolvers[parent.name];
  if (table === undefined) return (source) => Reflect.get(source as object, fieldName);
  const resolve = table[fieldName];
  if (resolve === undefined) throw new NotModelled(`${parent.name}.${fieldName}`);
  const args = argumentsOf(at, node, parent);
  return (source) => resolve(source as never, args, at.context, { fieldName });
}

function argumentsOf({ schema }: Compiled, node: FieldNode, parent: GraphQLCompositeType): Arguments {
  const field = schema.getField(parent, node.name.value);
  return field ? getArgumentValues(field, node) : {};
}

function typeOf({ schema }: Compiled, node: FieldNode, parent: GraphQLCompositeType) {
  return getNamedType(schema.getField(parent, node.name.value)?.type);
}
