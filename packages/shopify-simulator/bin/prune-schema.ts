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
  buildClientSchema,
  buildSchema,
  DEFAULT_DEPRECATION_REASON,
  type IntrospectionInputTypeRef,
  type IntrospectionQuery,
  type IntrospectionType,
  type IntrospectionTypeRef,
  isInterfaceType,
  isObjectType,
  printSchema,
} from 'graphql';

/** That something is deprecated is a fact we need; why is a text. */
function deprecation({ isDeprecated }: { isDeprecated?: boolean | undefined }): string | null {
  return isDeprecated === true ? DEFAULT_DEPRECATION_REASON : null;
}

type TypeRef = IntrospectionTypeRef | IntrospectionInputTypeRef;

function namedType(ref: TypeRef): string {
  return ref.kind === 'LIST' || ref.kind === 'NON_NULL' ? namedType(ref.ofType) : ref.name;
}

const [path, modelPath] = argv.slice(2);
if (path === undefined || modelPath === undefined) {
  console.error('Usage: node bin/prune-schema.ts INTROSPECTION.json MODEL.graphql > schema/VERSION.graphql');
  exit(1);
}

const model = buildSchema(readFileSync(modelPath, 'utf8'));
const outputTypes = new Set(
  Object.values(model.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('__')),
);
const rootFields = new Set(
  [model.getQueryType(), model.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {})),
);
const file = JSON.parse(readFileSync(path, 'utf8')) as { data: IntrospectionQuery };
const { __schema } = file.data;
const byName = new Map(__schema.types.map((type) => [type.name, type]));
const kept = new Map<string, IntrospectionType>();

function keepInput(name: string): void {
  const type = byName.get(name);
  if (type === undefined || kept.has(name)) return;
  if (type.kind === 'INPUT_OBJECT') {
    kept.set(name, {
      ...type,
      description: null,
      inputFields: type.inputFields.map((field) => ({
        ...field,
        description: null,
        deprecationReason: deprecation(field),
      })),
    });
    for (const field of type.inputFields) keepInput(namedType(field.type));
  } else if (type.kind === 'ENUM') {
    const enumValues = type.enumValues.map((value) => ({
      name: value.name,
      description: null,
      isDeprecated: false,
      deprecationReason: null,
    }));
    kept.set(name, { ...type, description: null, enumValues });
  } else if (type.kind === 'SCALAR') {
    kept.set(name, { ...type, description: null, specifiedByURL: null });
  }
}

function isKept(ref: TypeRef): boolean {
  const type = byName.get(namedType(ref));
  return type?.kind === 'SCALAR' || type?.kind === 'ENUM' || outputTypes.has(namedType(ref));
}

for (const type of __schema.types) {
  if (!outputTypes.has(type.name)) continue;
  if (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE') throw new Error(`${type.name} is a ${type.kind}`);
  const isRoot = type.name === 'QueryRoot' || type.name === 'Mutation';
  const fields = type.fields
    .filter((field) => isKept(field.type) && (!isRoot || rootFields.has(field.name)))
    .map((field) => ({
      name: field.name,
      description: null,
      args: field.args.map((arg) => ({ ...arg, description: null, deprecationReason: deprecation(arg) })),
      type: field.type,
      isDeprecated: field.isDeprecated,
      deprecationReason: deprecation(field),
    }));
  for (const field of fields) {
    for (const arg of field.args) keepInput(namedType(arg.type));
    keepInput(namedType(field.type));
  }
  const interfaces = type.interfaces.filter((ref) => outputTypes.has(ref.name));
  kept.set(
    type.name,
    type.kind === 'INTERFACE'
      ? {
          ...type,
          description: null,
          fields,
          interfaces,
          possibleTypes: type.possibleTypes.filter((ref) => outputTypes.has(ref.name)),
        }
      : { ...type, description: null, fields, interfaces },
  );
}
for (const name of ['Boolean', 'Float', 'ID', 'Int', 'String']) keepInput(name);

const types = [...kept.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const directives = __schema.directives.map((directive) => ({
  ...directive,
  description: null,
  args: directive.args.map((arg) => ({ ...arg, description: null, deprecationReason: null })),
}));
const pruned: IntrospectionQuery = {
  __schema: { ...__schema, description: null, subscriptionType: null, types, directives },
};
console.log(printSchema(buildClientSchema(pruned)));
