import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditAttempt, AuditEntry, AuditLog } from './audit-log.ts';

type Shell = {
  readonly audit: AuditLog;
  readonly logger: FastifyBaseLogger;
  /** The arguments after `npm run users --`. */
  readonly argv: readonly string[];
  /** Whether an error is the fault of what was typed. */
  readonly isRefusal: (error: unknown) => boolean;
};

/** Runs an account command from the shell, and records it unless it only lists accounts. */
export async function auditShell(shell: Shell, run: () => Promise<void>): Promise<void> {
  const [command, email] = shell.argv;
  if (command === undefined || command === 'list') return run();
  const attempt: AuditAttempt = {
    call: 'team.shell',
    actor: { kind: 'system', id: null, name: 'npm run users' },
    ip: hostname(),
    userAgent: null,
    target: email?.includes('@') ? { kind: 'member', id: email, name: email } : null,
  };
  const request = { command: shell.argv.join(' ') };
  const id = await shell.audit.begin(attempt, request);
  const record = (outcome: AuditEntry['outcome']) =>
    shell.audit.record(
      { ...attempt, outcome, before: null, after: request, problem: null },
      shell.logger,
      id,
    );
  try {
    await run();
  } catch (error) {
    await record(shell.isRefusal(error) ? 'refused' : 'failed');
    throw error;
  }
  await record('ok');
}
