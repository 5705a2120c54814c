/** Stands for a formula that was stored without its result. */
export const NOT_CALCULATED = '#NOT CALCULATED!';

const ERRORS = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|NOT CALCULATED!)$/i;

/** A formula that failed in the spreadsheet: its text is no value. */
export function isCellError(text: string): boolean {
  return ERRORS.test(text);
}
