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

/** Variables with defaults, or one INVALID_VARIABLE error per invalid variable. */
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

const INT_MAX = 2_147_483_647;
const isDecimal = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

/** Whether a value is valid for a scalar; all others accept texts. */
const scalars: Record<string, (value: unknown) => boolean> = {
  ID: (value) => typeof value === 'string' && /^gid:\/\/shopify\/[A-Za-z]+\/.+$/.test(value),
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= INT_MAX,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  Decimal: isDecimal,
  Money: isDecimal,
  JSON: () => true,
};

/** Why a value is invalid for a scalar or enum, in Shopify's words; null if it is valid. */
function leafProblem(type: GraphQLInputType, value: unknown): string | null {
  if (isEnumType(type)) {
    const names = type.getValues().map((candidate) => candidate.name);
    const isMember = typeof value === 'string' && names.includes(value);
    return isMember ? null : `Expected ${JSON.stringify(value)} to be one of: ${names.join(', ')}`;
  }
  if (!isScalarType(type)) return null;
  const fits = scalars[type.name] ?? ((given: unknown) => typeof given === 'string');
  if (fits(value)) return null;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  if (type.name === 'ID') return `Invalid global id '${shown}'`;
  if (scalars[type.name] === isDecimal) return `invalid decimal '${shown}'`;
  return `Could not coerce value ${JSON.stringify(value)} to ${type.name}`;
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
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > maximum) return { size: value.length, maximum, path };
  for (const [key, item] of Object.entries(value)) {
    const problem = longList(item, [...path, Array.isArray(value) ? Number(key) : key], MAX_LIST);
    if (problem !== null) return problem;
  }
  return null;
}
