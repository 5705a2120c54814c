import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { createApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { type Command, FailedError, UsageError, type Values } from './command.ts';
import { catalogueCommands } from './commands/catalogue.ts';
import { compare } from './commands/compare.ts';
import { login } from './commands/login.ts';
import { mcp } from './commands/mcp.ts';
import { updateCommands } from './commands/updates.ts';
import { readSignIn } from './sign-in.ts';
import type { Terminal } from './terminal.ts';

const EXIT = { done: 0, failed: 1, misused: 2, refused: 3 } as const;

const commands: Readonly<Record<string, Command>> = { ...catalogueCommands, compare, ...updateCommands, mcp };
const COMMON = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Returns the exit code. */
export async function run([name = 'help', ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (name === 'help' || name === '--help' || name === '-h') {
      terminal.print(help());
    } else if (name === 'login') {
      await login(rest, terminal);
    } else {
      await runCommand(name, rest, terminal);
    }
    return EXIT.done;
  } catch (error) {
    return tell(error, terminal);
  }
}

async function runCommand(name: string, rest: readonly string[], terminal: Terminal): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command '${name}'. See: storefleet help`);
  const { values, positionals } = parse(rest, { ...COMMON, ...command.options });
  if (values.help) return terminal.print(`storefleet ${command.usage}\n\n${command.summary}`);
  const { url, key } = await readSignIn();
  const api = createApiClient({
    baseUrl: url,
    getAccessToken: async () => key,
    onUnauthorized: async () => null,
  });
  try {
    await command.run({
      api,
      args: positionals,
      values,
      terminal,
      answer: (answer, words) => terminal.print(values.json ? JSON.stringify(answer, null, 2) : words()),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network_error') throw error;
    throw new FailedError(`${error.detail}: ${url} does not answer.`);
  }
}

function parse(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function tell(error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.note(error.message);
    return EXIT.misused;
  }
  if (error instanceof ApiError) {
    terminal.note(error.detail);
    for (const { path, message } of error.errors) {
      if (message !== error.detail) terminal.note(`  ${path}: ${message}`);
    }
    if (error.status === 401 || error.status === 403) return EXIT.refused;
    return error.status === 400 ? EXIT.misused : EXIT.failed;
  }
  terminal.note(error instanceof FailedError ? error.message : `Failed: ${String(error)}`);
  return EXIT.failed;
}

function help(): string {
  const usages = ['login URL', ...Object.values(commands).map(({ usage }) => usage)];
  const width = Math.max(...usages.map((usage) => usage.length));
  const lines = [
    ['login URL', 'Sign in with an API key, which is asked for and kept for you alone.'] as const,
    ...Object.values(commands).map(({ usage, summary }) => [usage, summary] as const),
  ].map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`);
  return [
    'Usage: storefleet COMMAND [ARGUMENTS] [--json]',
    '',
    ...lines,
    '',
    'Exit codes: 0 done, 1 failed, 2 not understood, 3 not allowed.',
  ].join('\n');
}
