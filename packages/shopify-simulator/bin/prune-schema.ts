/**
 * Cuts Shopify's Admin schema of a version down to what is simulated: the types and root fields of a schema that is
 * there already. To simulate more, name it there first.
 *
 *   node bin/prune-schema.ts admin_2027-01.json schema/2026-10.graphql > schema/2027-01.graphql
 *
 * The input is the introspection answer of one version, as the npm package `@shopify/dev-mcp` carries it (gunzipped).
 * A kept type keeps each of its real fields whose type is kept too; input types and enums are followed completely, so
 * that an unknown input field is refused with the real list in mind. Descriptions are left out.
 */
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import {
  buildASTSchema,
  buildClientSchema,
  buildSchema,
  type DefinitionNode,
  type FieldDefinitionNode,
  type IntrospectionQuery,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';

const [path, modelPath] = argv.slice(2);
if (path === undefined || modelPath === undefined) {
  console.error('Usage: node bin/prune-schema.ts INTROSPECTION.json MODEL.graphql > schema/VERSION.graphql');
  exit(1);
}

const model = buildSchema(readFileSync(modelPath, 'utf8'));
const outputTypes = Object.values(model.getTypeMap())
  .filter((type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
  .map(({ name }) => name);
const roots = [model.getQueryType(), model.getMutationType()];
const rootFields = new Map(roots.map((type) => [type?.name, Object.keys(type?.getFields() ?? {})]));

const { data } = JSON.parse(readFileSync(path, 'utf8')) as { data: IntrospectionQuery };
/** That something is deprecated is a fact we need; why is a text. */
const whole = visit(parse(printSchema(buildClientSchema(data)), { noLocation: true }), {
  enter: (node) =>
    'description' in node && node.description ? { ...node, description: undefined } : undefined,
  EnumValueDefinition: (node) => ({ ...node, description: undefined, directives: [] }),
  ScalarTypeDefinition: (node) => ({ ...node, description: undefined, directives: [] }),
  Directive: (node) => ({ ...node, arguments: [] }),
});
const byName = new Map(
  whole.definitions.flatMap((definition) =>
    'name' in definition && definition.name ? [[definition.name.value, definition] as const] : [],
  ),
);
const kept = new Map<string, DefinitionNode>();

function keep(name: string): void {
  const definition = byName.get(name);
  if (definition === undefined || kept.has(name)) return;
  const cut = withKeptFields(definition);
  kept.set(name, cut);
  visit(cut, { NamedType: (type) => keep(type.name.value) });
}

function withKeptFields(definition: DefinitionNode): DefinitionNode {
  const { kind } = definition;
  if (kind !== Kind.OBJECT_TYPE_DEFINITION && kind !== Kind.INTERFACE_TYPE_DEFINITION) return definition;
  const ofRoot = rootFields.get(definition.name.value);
  const isKept = ({ name, type }: FieldDefinitionNode) =>
    isModelled(namedType(type)) && (ofRoot === undefined || ofRoot.includes(name.value));
  return {
    ...definition,
    fields: definition.fields?.filter(isKept) ?? [],
    interfaces: definition.interfaces?.filter(({ name }) => outputTypes.includes(name.value)) ?? [],
  };
}

function isModelled(name: string): boolean {
  const kind = byName.get(name)?.kind;
  const isComposite =
    kind === Kind.OBJECT_TYPE_DEFINITION ||
    kind === Kind.INTERFACE_TYPE_DEFINITION ||
    kind === Kind.UNION_TYPE_DEFINITION;
  return isComposite ? outputTypes.includes(name) : true;
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

for (const name of outputTypes) keep(name);
const types = [...kept].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, definition]) => definition);
const others = whole.definitions.filter(({ kind }) => kind === Kind.DIRECTIVE_DEFINITION);
const operations = parse('schema { query: QueryRoot mutation: Mutation }').definitions;
console.log(printSchema(buildASTSchema({ ...whole, definitions: [...operations, ...others, ...types] })));
