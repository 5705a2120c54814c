import { SqlServerError } from './engine.ts';

/** SQL Server's own numbers, severities and sentences. */

export const syntaxError = (near: string, line?: number): SqlServerError =>
  new SqlServerError({ number: 102, class: 15, message: `Incorrect syntax near '${near}'.`, ...at(line) });

export const keywordError = (keyword: string, line?: number): SqlServerError =>
  new SqlServerError({
    number: 156,
    class: 15,
    message: `Incorrect syntax near the keyword '${keyword}'.`,
    ...at(line),
  });

export const invalidColumn = (name: string): SqlServerError =>
  new SqlServerError({ number: 207, message: `Invalid column name '${name}'.` });

export const invalidObject = (name: string): SqlServerError =>
  new SqlServerError({ number: 208, message: `Invalid object name '${name}'.` });

export const ambiguousColumn = (name: string): SqlServerError =>
  new SqlServerError({ number: 209, message: `Ambiguous column name '${name}'.` });

export const unboundIdentifier = (name: string): SqlServerError =>
  new SqlServerError({ number: 4104, message: `The multi-part identifier "${name}" could not be bound.` });

export const undeclared = (name: string): SqlServerError =>
  new SqlServerError({
    number: 137,
    class: 15,
    state: 2,
    message: `Must declare the scalar variable "${name}".`,
  });

export const unknownFunction = (name: string): SqlServerError =>
  new SqlServerError({
    number: 195,
    class: 15,
    state: 10,
    message: `'${name}' is not a recognized built-in function name.`,
  });

export const argumentCount = (name: string, range: string): SqlServerError =>
  new SqlServerError({
    number: 174,
    class: 15,
    message: `The ${name.toLowerCase()} function requires ${range} argument(s).`,
  });

export const operandClash = (left: string, right: string): SqlServerError =>
  new SqlServerError({
    number: 206,
    state: 2,
    message: `Operand type clash: ${left} is incompatible with ${right}`,
  });

export const noCondition = (near: string): SqlServerError =>
  new SqlServerError({
    number: 4145,
    class: 15,
    message: `An expression of non-boolean type specified in a context where a condition is expected, near '${near}'.`,
  });

export const collationConflict = (left: string, right: string, operation: string): SqlServerError =>
  new SqlServerError({
    number: 468,
    state: 9,
    message: `Cannot resolve the collation conflict between "${left}" and "${right}" in the ${operation} operation.`,
  });

export const lockTimeout = (): SqlServerError =>
  new SqlServerError({ number: 1222, state: 51, message: 'Lock request time out period exceeded.' });

function at(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}
