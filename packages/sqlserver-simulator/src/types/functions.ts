import { choiceFunctions } from './functions/choices.ts';
import type { ScalarFunction } from './functions/function.ts';
import { metadataFunctions } from './functions/metadata.ts';
import { momentFunctions } from './functions/moments.ts';
import { numberFunctions } from './functions/numbers.ts';
import { serverFunctions } from './functions/server.ts';
import { stringFunctions } from './functions/strings.ts';

export type { Argument, FunctionContext, ScalarFunction } from './functions/function.ts';

/** The built-in functions by name in upper case, except those that decide themselves what they evaluate. */
export const SCALAR_FUNCTIONS: ReadonlyMap<string, ScalarFunction> = new Map(
  Object.entries({
    ...choiceFunctions,
    ...stringFunctions,
    ...numberFunctions,
    ...momentFunctions,
    ...metadataFunctions,
    ...serverFunctions,
  }),
);
