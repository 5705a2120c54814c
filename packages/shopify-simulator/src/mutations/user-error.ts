/** `code` is null for errors without one, in mutations that have codes; otherwise absent. */
export type UserError = {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: string | null;
};

/** Maximum characters of names, skus and tags. */
const MAX_TEXT = 255;
export const TOO_LONG = `is too long (maximum is ${MAX_TEXT} characters)`;

export function isTooLong(text: string): boolean {
  return [...text].length > MAX_TEXT;
}
