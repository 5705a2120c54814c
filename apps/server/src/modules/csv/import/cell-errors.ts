/** Marks a formula that was stored without its result. */
export const NOT_CALCULATED = '#NOT CALCULATED!';

const ERRORS = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|NOT CALCULATED!)$/i;

/** Whether a cell has the error text of a failed formula. */
export function isCellError(text: string): boolean {
  return ERRORS.test(text);
}
