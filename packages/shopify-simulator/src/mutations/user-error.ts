/** `code` is null in mutations that have codes, for errors that have none; absent in the others. */
export type UserError = {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: string | null;
};

/** Names, skus and tags have at most so many characters. */
export const MAX_TEXT = 255;
export const TOO_LONG = `is too long (maximum is ${MAX_TEXT} characters)`;

export function isTooLong(text: string): boolean {
  return [...text].length > MAX_TEXT;
}
