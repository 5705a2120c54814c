import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { variantsOf } from '../catalogue/catalogue.ts';
import type { Arguments, Context, FieldInfo } from '../graphql/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { catalogueResolvers, type ResolverTable, typeNameOf } from '../graphql/resolvers.ts';
import { type Fragments, fragmentsOf } from '../graphql/selection.ts';
import { globalId } from '../text-forms.ts';
import type { BulkQuery } from './validate-bulk-query.ts';

/** Writes one node as JSON text without the closing brace, so that `__parentId` can follow. */
type NodeWriter = (source: unknown) => string;

export type RootConnection = {
  readonly field: string;
  readonly args: Arguments;
  readonly write: NodeWriter;
  readonly children: readonly ChildConnection[];
};
export type ChildConnection = {
  /** By the parent's id, so that a parent waiting for its turn need not be kept. */
  nodesOf(parentId: number): readonly unknown[];
  readonly write: NodeWriter;
};

/**
 * Turns the selection of a bulk query into functions that write text directly: the same resolvers as for a
 * normal query, but looked up once for the whole run instead of once for each node.
 */
export function compileBulkQuery(
  schema: GraphQLSchema,
  query: BulkQuery,
  context: Context,
): RootConnection[] {
  return new Compiler(schema, query, context).roots();
}

export function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  if (value.startsWith(GID_PREFIX)) return gidText(value);
  const text = JSON.stringify(value);
  return text.includes('/') ? text.replaceAll('/', '\\/') : text;
}

const GID_PREFIX = 'gid://shopify/';

/** Ids are in every line and need no check for other characters. */
function gidText(gid: string): string {
  const slash = gid.indexOf('/', GID_PREFIX.length);
  return `"gid:\\/\\/shopify\\/${gid.slice(GID_PREFIX.length, slash)}\\/${gid.slice(slash + 1)}"`;
}

const rootConnections = new Set(['products', 'productVariants', 'inventoryItems']);

const resolvers: ResolverTable = catalogueResolvers;

class Compiler {
  readonly #schema: GraphQLSchema;
  readonly #query: BulkQuery;
  readonly #context: Context;
  readonly #fragments: Fragments;

  constructor(schema: GraphQLSchema, query: BulkQuery, context: Context) {
    this.#schema = schema;
    this.#query = query;
    this.#context = context;
    this.#fragments = fragmentsOf(query.document);
  }

  roots(): RootConnection[] {
    const root = this.#schema.getQueryType();
    if (!root) return [];
    return this.#fields(this.#query.operation.selectionSet, root).flatMap((node) => {
      const type = this.#typeOf(root, node);
      if (!isCompositeType(type) || !rootConnections.has(node.name.value)) {
        throw new NotModelled(`\`${node.name.value}\` at the top of a bulk query`);
      }
      return { field: node.name.value, args: this.#argumentsOf(root, node), ...this.#node(node, type) };
    });
  }

  /** What is selected under `edges { node }` of a connection. */
  #node(
    connection: FieldNode,
    type: GraphQLCompositeType,
  ): { write: NodeWriter; children: ChildConnection[] } {
    const nodeType = getNamedType(this.#schema.getField(type, 'nodes')?.type);
    if (!isCompositeType(nodeType)) throw new NotModelled(`${type.name} in a bulk query`);
    const edges = this.#fields(connection.selectionSet, type).filter((field) => field.name.value === 'edges');
    const nodes = edges
      .flatMap((edge) => edge.selectionSet?.selections ?? [])
      .filter((selection) => selection.kind === Kind.FIELD)
      .filter((selection) => selection.name.value === 'node');
    const fields = nodes.flatMap((node) =>
      node.selectionSet ? this.#fields(node.selectionSet, nodeType) : [],
    );
    const isNested = (field: FieldNode) =>
      this.#typeOf(nodeType, field)?.name.endsWith('Connection') === true;
    return {
      write: this.#object(
        fields.filter((field) => !isNested(field)),
        nodeType,
      ),
      children: fields.filter(isNested).map((field) => this.#child(field, nodeType)),
    };
  }

  #child(field: FieldNode, parent: GraphQLCompositeType): ChildConnection {
    const type = this.#typeOf(parent, field);
    if (!isCompositeType(type) || parent.name !== 'Product' || field.name.value !== 'variants') {
      throw new NotModelled(`${parent.name}.${field.name.value} in a bulk query`);
    }
    const { write, children } = this.#node(field, type);
    if (children.length > 0) throw new NotModelled('a third level in a bulk query');
    return {
      write,
      nodesOf: (parentId) => {
        const product = this.#context.shop.catalogue.product(parentId);
        return product === null ? [] : variantsOf(product);
      },
    };
  }

  #object(fields: readonly FieldNode[], type: GraphQLCompositeType): NodeWriter {
    const writers = fields.map((node, index) => {
      const key = `${index === 0 ? '{' : ','}${jsonText(node.alias?.value ?? node.name.value)}:`;
      return { key, value: this.#value(node, type) };
    });
    if (writers.length === 0) return () => '{';
    return (source) => {
      let text = '';
      for (const { key, value } of writers) text += key + value(source);
      return text;
    };
  }

  #value(node: FieldNode, parent: GraphQLCompositeType): (source: unknown) => string {
    const name = node.name.value;
    if (name === '__typename') {
      return (source) => jsonText(typeof source === 'object' && source ? typeNameOf(source) : parent.name);
    }
    const read = this.#read(node, parent);
    const field = this.#schema.getField(parent, name);
    const type = this.#typeOf(parent, node);
    if (!field || !isCompositeType(type) || node.selectionSet === undefined)
      return (source) => jsonList(read(source));
    const write = this.#object(this.#fields(node.selectionSet, type), type);
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    const whole = (value: unknown) => (value === null || value === undefined ? 'null' : `${write(value)}}`);
    if (!isList) return (source) => whole(read(source));
    return (source) => {
      const items = read(source);
      return Array.isArray(items) ? `[${items.map(whole).join(',')}]` : 'null';
    };
  }

  #read(node: FieldNode, parent: GraphQLCompositeType): (source: unknown) => unknown {
    const fieldName = node.name.value;
    const table = resolvers[parent.name];
    if (table === undefined) return (source) => Reflect.get(source as object, fieldName);
    const resolve = table[fieldName];
    if (resolve === undefined) throw new NotModelled(`${parent.name}.${fieldName}`);
    const args = this.#argumentsOf(parent, node);
    const info: FieldInfo = { fieldName };
    return (source) => resolve(source as never, args, this.#context, info);
  }

  #argumentsOf(parent: GraphQLCompositeType, node: FieldNode): Arguments {
    const field = this.#schema.getField(parent, node.name.value);
    return field ? getArgumentValues(field, node) : {};
  }

  #typeOf(parent: GraphQLCompositeType, node: FieldNode) {
    const field = this.#schema.getField(parent, node.name.value);
    return field ? getNamedType(field.type) : undefined;
  }

  #fields(set: SelectionSetNode | undefined, parent: GraphQLCompositeType): FieldNode[] {
    return (set?.selections ?? []).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      const condition = fragment?.typeCondition?.name.value;
      const applies = condition === undefined || condition === parent.name || condition === 'Node';
      return applies && fragment ? this.#fields(fragment.selectionSet, parent) : [];
    });
  }
}

function jsonList(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(jsonText).join(',')}]` : jsonText(value);
}

/** `,"__parentId":"…"}` of the children of this product. */
export function parentSuffix(productId: number): string {
  return `,"__parentId":${jsonText(globalId('Product', productId))}}`;
}
