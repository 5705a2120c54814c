import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import type { AnswerError } from './errors.ts';

type Problem = { path: (string | number)[]; explanation: string; message?: string };
export type Variables = Record<string, unknown>;

/** Variables with their defaults filled in, or one INVALID_VARIABLE error for each that does not fit. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
): { values: Variables; errors: AnswerError[] } {
  const values: Variables = {};
  const errors: AnswerError[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (type === undefined || !isInputType(type)) continue;
    if (!(name in given) && definition.defaultValue !== undefined) {
      values[name] = valueFromASTUntyped(definition.defaultValue);
      continue;
    }
    if (!(name in given) && !isNonNullType(type)) continue;
    const value = given[name] ?? null;
    const problems = check(type, value, []);
    if (problems.length === 0) {
      values[name] = value;
      continue;
    }
    const details = problems
      .filter((problem) => problem.path.length > 0)
      .map((problem) => ` for ${problem.path.join('.')} (${problem.explanation})`);
    const place = definition.loc?.startToken;
    errors.push({
      message: `Variable $${name} of type ${print(definition.type)} was provided invalid value${details.join(',')}`,
      locations: place === undefined ? [] : [{ line: place.line, column: place.column }],
      extensions: { code: 'INVALID_VARIABLE', value, problems },
    });
  }
  return { values, errors };
}

function check(type: GraphQLInputType, value: unknown, path: (string | number)[]): Problem[] {
  if (isNonNullType(type)) {
    return value === null || value === undefined
      ? [{ path, explanation: 'Expected value to not be null' }]
      : check(type.ofType, value, path);
  }
  if (value === null || value === undefined) return [];
  if (isListType(type)) {
    const items = Array.isArray(value) ? value : [value];
    return items.flatMap((item, index) => check(type.ofType, item, [...path, index]));
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) {
      return [{ path, explanation: `Expected ${JSON.stringify(value)} to be a key-value object` }];
    }
    const fields = type.getFields();
    const unknown = Object.keys(value)
      .filter((key) => !(key in fields))
      .map((key) => ({ path: [...path, key], explanation: `Field is not defined on ${type.name}` }));
    const known = Object.values(fields).flatMap((field) => {
      const inner = (value as Variables)[field.name];
      if (inner === undefined && field.defaultValue !== undefined) return [];
      return check(field.type, inner, [...path, field.name]);
    });
    return [...unknown, ...known];
  }
  const explanation = leafProblem(type, value);
  if (explanation === null) return [];
  return [
    explanation.startsWith('invalid decimal')
      ? { path, explanation, message: explanation }
      : { path, explanation },
  ];
}

const GID = /^gid:\/\/shopify\/[A-Za-z]+\/.+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const INT_MAX = 2_147_483_647;

/** Why a value does not fit a scalar or enum, in Shopify's words; null: it fits. */
function leafProblem(type: GraphQLInputType, value: unknown): string | null {
  if (isEnumType(type)) {
    const names = type.getValues().map((candidate) => candidate.name);
    const isMember = typeof value === 'string' && names.includes(value);
    return isMember ? null : `Expected ${JSON.stringify(value)} to be one of: ${names.join(', ')}`;
  }
  if (!isScalarType(type)) return null;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  switch (type.name) {
    case 'ID':
      return typeof value === 'string' && GID.test(value) ? null : `Invalid global id '${shown}'`;
    case 'Int':
      return Number.isInteger(value) && Math.abs(Number(value)) <= INT_MAX
        ? null
        : `Could not coerce value ${JSON.stringify(value)} to Int`;
    case 'Float':
      return typeof value === 'number' ? null : `Could not coerce value ${JSON.stringify(value)} to Float`;
    case 'Boolean':
      return typeof value === 'boolean' ? null : `Could not coerce value ${JSON.stringify(value)} to Boolean`;
    case 'Decimal':
    case 'Money':
      return typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value))
        ? null
        : `invalid decimal '${shown}'`;
    case 'DateTime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? null
        : `invalid DateTime '${shown}'`;
    case 'UnsignedInt64':
      return /^\d+$/.test(shown) ? null : `UnsignedInt64 invalid value '${shown}'`;
    default:
      return type.name === 'JSON' || typeof value === 'string'
        ? null
        : `Could not coerce value ${JSON.stringify(value)} to ${type.name}`;
  }
}

const MAX_LIST = 250;
const MAX_VARIANTS = 2048;

/** An input list may have 250 elements, the variants of one product 2048. */
export function inputSizeProblem(
  operation: OperationDefinitionNode,
  variables: Variables,
): AnswerError | null {
  for (const field of operation.selectionSet.selections) {
    if (field.kind !== Kind.FIELD) continue;
    for (const argument of field.arguments ?? []) {
      const value: unknown =
        argument.value.kind === Kind.VARIABLE
          ? variables[argument.value.name.value]
          : valueFromASTUntyped(argument.value, variables);
      const name = argument.name.value;
      const allowsVariants = field.name.value.startsWith('productVariantsBulk') && name === 'variants';
      const problem = longList(value, [field.name.value, name], allowsVariants ? MAX_VARIANTS : MAX_LIST);
      if (problem === null) continue;
      const place = field.loc?.startToken;
      return {
        message: `The input array size of ${problem.size} is greater than the maximum allowed of ${problem.maximum}.`,
        locations: place === undefined ? [] : [{ line: place.line, column: place.column }],
        path: problem.path,
        extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
      };
    }
  }
  return null;
}

type LongList = { size: number; maximum: number; path: (string | number)[] };

function longList(value: unknown, path: (string | number)[], maximum: number): LongList | null {
  if (Array.isArray(value)) {
    if (value.length > maximum) return { size: value.length, maximum, path };
    for (const [index, item] of value.entries()) {
      const problem = longList(item, [...path, index], MAX_LIST);
      if (problem !== null) return problem;
    }
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const problem = longList(item, [...path, key], MAX_LIST);
    if (problem !== null) return problem;
  }
  return null;
}
