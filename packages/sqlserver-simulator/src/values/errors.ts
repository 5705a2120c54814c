/** An error with SQL Server's number. A severity (`class`) of 20 or more ends the connection. */
export class SqlServerError extends Error {
  override readonly name = 'SqlServerError';
  readonly number: number;
  readonly state: number;
  readonly class: number;

  constructor(details: { number: number; message: string; state?: number; class?: number }) {
    super(details.message);
    this.number = details.number;
    this.state = details.state ?? 1;
    this.class = details.class ?? 16;
  }
}

/** Errors with number, text, class and state as in `sys.messages`. */
export function sqlError(number: number, message: string, severity = 16, state = 1): SqlServerError {
  return new SqlServerError({ number, message, class: severity, state });
}

export const syntaxError = (near: string) => sqlError(102, `Incorrect syntax near '${near}'.`, 15);
export const keywordError = (word: string) =>
  sqlError(156, `Incorrect syntax near the keyword '${word}'.`, 15);
export const invalidColumn = (name: string) => sqlError(207, `Invalid column name '${name}'.`);
export const invalidObject = (name: string) => sqlError(208, `Invalid object name '${name}'.`);
export const typeClash = (left: string, right: string) =>
  sqlError(206, `Operand type clash: ${left} is incompatible with ${right}`, 16, 2);
export const lockTimeout = () => sqlError(1222, 'Lock request time out period exceeded.', 16, 51);
export const denied = (action: string, object: string, database: string, schema: string) =>
  sqlError(
    229,
    `The ${action} permission was denied on the object '${object}', database '${database}', schema '${schema}'.`,
    14,
    5,
  );

/** A failed conversion ends the batch and rolls back the transaction. */
const ROLLING_BACK = new Set([241, 242, 245, 248, 281, 8114, 8169, 1205]);
/** These end only their statement: the batch continues, and they are reported at its end. */
const SURVIVED = new Set([
  220, 232, 512, 515, 544, 547, 628, 1222, 2601, 2627, 2628, 3902, 3903, 6401, 8115, 8134,
]);

export function fateOf({ number, class: severity }: SqlServerError): 'statement' | 'batch' | 'transaction' {
  if (ROLLING_BACK.has(number)) return 'transaction';
  return SURVIVED.has(number) && severity < 20 ? 'statement' : 'batch';
}
