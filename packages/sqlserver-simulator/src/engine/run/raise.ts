import { convertStored } from '../../types/convert.ts';
import type { Node } from '../batch/ast.ts';
import type { Statement } from '../batch/statements.ts';
import { type ResultEvent, SqlServerError } from '../engine.ts';
import type { BatchRun } from './run-batch.ts';
import { evaluate } from './run-query.ts';

const textOf = (node: Node, { state, variables }: BatchRun): string => {
  const { value, type } = evaluate(node, state, variables);
  return String(
    convertStored(value, type, { name: 'nvarchar', length: 2048 }, { explicit: false }) ?? '(null)',
  );
};

const numberOf = (node: Node | undefined, fallback: number, run: BatchRun): number =>
  node === undefined ? fallback : Number(textOf(node, run));

/** RAISERROR ('text %s', severity, state, …): up to severity 10 it is but a message. */
export async function* raise(
  { parts }: Extract<Statement, { kind: 'raiserror' }>,
  run: BatchRun,
): AsyncGenerator<ResultEvent, void, void> {
  const [text, severity, state, ...rest] = parts;
  const args = rest.map((node) => textOf(node, run));
  const template = text === undefined ? '' : textOf(text, run);
  const message = template.replace(/%(?:-?\d*)?([sdiu%])/g, (match, kind: string) =>
    kind === '%' || match === '%%' ? '%' : (args.shift() ?? '(null)'),
  );
  const level = numberOf(severity, 16, run);
  const details = { number: 50_000, message, state: numberOf(state, 1, run) };
  if (level > 10) throw new SqlServerError({ ...details, class: level });
  yield { kind: 'info', number: 50_000, message };
}

/** `THROW` again what CATCH handles, or a new error of severity 16. */
export function throwStatement(
  { parts }: Extract<Statement, { kind: 'throw' }>,
  run: BatchRun,
): SqlServerError {
  const [number, message, state] = parts;
  if (number === undefined || message === undefined || state === undefined) {
    if (run.state.caught !== null && parts.length === 0) return run.state.caught;
    return new SqlServerError({
      number: 10704,
      class: 15,
      message:
        'To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW statement inside a CATCH block, or add error parameters to the THROW statement.',
    });
  }
  const given = numberOf(number, 50_000, run);
  if (given < 50_000)
    return new SqlServerError({
      number: 35_100,
      message: `Error number ${given} in the THROW statement is outside the valid range. Specify an error number in the valid range of 50000 to 2147483647.`,
    });
  return new SqlServerError({ number: given, message: textOf(message, run), state: numberOf(state, 1, run) });
}
