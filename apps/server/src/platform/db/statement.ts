export type Statement = { text: string; params: unknown[] };
/** Adds a parameter; answers how the text names it. */
export type Bind = (value: unknown) => string;

/** A statement from a text that names its parameters one after the other. */
export function compose(write: (bind: Bind) => string): Statement {
  const params: unknown[] = [];
  const text = write((value) => `$${params.push(value)}`);
  return { text, params };
}
