type JsonSchema = { readonly [key: string]: unknown };

/** Rules between the fields of a request, as JSON Schema says them: for `meta`, beside the checks that enforce them. */

const FILLED_IN = { type: 'string', pattern: '\\S' } as const;

export const sent = (...fields: readonly string[]): JsonSchema => ({ required: [...fields] });

/** Sent, each with something in it. */
export function filledIn(...fields: readonly string[]): JsonSchema {
  return {
    ...sent(...fields),
    properties: Object.fromEntries(fields.map((field) => [field, FILLED_IN])),
  };
}

type Condition = { readonly field: string; readonly is: readonly string[]; readonly orLeftOut?: boolean };

/** `orLeftOut` where the default of the field is one of the values. */
export function rule({ field, is, orLeftOut = false }: Condition, holds: JsonSchema): JsonSchema {
  const met = { properties: { [field]: { enum: [...is] } }, ...(orLeftOut ? {} : sent(field)) };
  return { anyOf: [{ not: met }, holds] };
}
