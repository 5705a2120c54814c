type JsonSchema = { readonly [key: string]: unknown };

/** Rules across the fields of a request in JSON Schema, for `meta`; checks next to them enforce the rules. */

const FILLED_IN = { type: 'string', pattern: '\\S' } as const;

export const sent = (...fields: readonly string[]): JsonSchema => ({ required: [...fields] });

/** Present and not empty. */
export function filledIn(...fields: readonly string[]): JsonSchema {
  return {
    ...sent(...fields),
    properties: Object.fromEntries(fields.map((field) => [field, FILLED_IN])),
  };
}

type Condition = { readonly field: string; readonly is: readonly string[]; readonly orLeftOut?: boolean };

/** `orLeftOut`: if the field's default is one of the values. */
export function rule({ field, is, orLeftOut = false }: Condition, holds: JsonSchema): JsonSchema {
  const met = { properties: { [field]: { enum: [...is] } }, ...(orLeftOut ? {} : sent(field)) };
  return { anyOf: [{ not: met }, holds] };
}
