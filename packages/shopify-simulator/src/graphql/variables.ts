import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import type { AnswerError } from './errors.ts';
import { leafProblem } from './scalars.ts';

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
