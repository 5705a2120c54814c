import type { ParseArgsOptionsConfig } from 'node:util';
import type { ApiClient } from '@storefleet/client/api-client';
import type { Terminal } from './terminal.ts';

/** Usage error; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Finished, but partly failed. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type CommandContext = {
  readonly api: ApiClient;
  readonly args: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
  /** Prints the raw response with --json, otherwise text. */
  readonly answer: (answer: unknown, words: () => string) => void;
};

export type Command = {
  /** As it is typed. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: ParseArgsOptionsConfig;
  readonly run: (context: CommandContext) => Promise<void>;
};

export function onlyArgument({ args }: Pick<CommandContext, 'args'>, what: string): string {
  const [argument, ...more] = args;
  if (argument === undefined || more.length > 0) throw new UsageError(`Name one ${what}.`);
  return argument;
}

export const textOf = (value: Values[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** `--reason`: why it is written although it breaks guard rails, or what whoever decides reads. */
export const reasonOf = ({ values: { reason } }: CommandContext): string | null =>
  typeof reason === 'string' ? reason : null;

export async function confirm({ values, terminal }: CommandContext, question: string): Promise<void> {
  if (values.yes) return;
  const answer = await terminal.ask(`${question} [y/N] `);
  if (answer === null) throw new UsageError(`${question} Say so with --yes.`);
  if (!/^y(es)?$/i.test(answer.trim())) throw new FailedError('Nothing was written.');
}
