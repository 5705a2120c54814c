import { Kind, type OperationDefinitionNode, valueFromASTUntyped } from 'graphql';
import type { AnswerError } from './errors.ts';
import type { Variables } from './variables.ts';

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
