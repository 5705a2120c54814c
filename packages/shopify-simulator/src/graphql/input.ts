import { NotModelled } from './errors.ts';

/** An input object that matches the schema; a field is absent, null or of its type. */
export type Input = Readonly<Record<string, unknown>>;

export function inputOf(value: unknown): Input {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function inputsOf(value: unknown): Input[] {
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return items.map(inputOf);
}

export function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return items.map(String);
}

/** Refuses fields that Shopify supports and the simulator does not, by name. */
export function refuseUnmodelled(typeName: string, input: Input, modelled: readonly string[]): void {
  const unmodelled = Object.keys(input).find((field) => !modelled.includes(field));
  if (unmodelled !== undefined) throw new NotModelled(`writing ${typeName}.${unmodelled}`);
}
