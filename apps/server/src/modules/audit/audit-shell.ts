import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditEntry, AuditLog } from './audit-log.ts';

type Shell = {
  readonly audit: AuditLog;
  readonly logger: FastifyBaseLogger;
  /** What was typed after `npm run users --`. */
  readonly argv: readonly string[];
  /** Whether an error is the fault of what was typed. */
  readonly isRefusal: (error: unknown) => boolean;
};

/** Runs a command that looks after accounts from the shell, and records it unless it only lists them. */
export async function auditShell(shell: Shell, run: () => Promise<void>): Promise<void> {
  const [command, email] = shell.argv;
  const record = (outcome: AuditEntry['outcome']) =>
    shell.audit.record(
      {
        call: 'team.shell',
        outcome,
        actor: { kind: 'system', id: null, name: 'npm run users' },
        ip: hostname(),
        userAgent: null,
        target: email?.includes('@') ? { kind: 'member', id: email, name: email } : null,
        before: null,
        after: { command: shell.argv.join(' ') },
        problem: null,
      },
      shell.logger,
    );
  try {
    await run();
  } catch (error) {
    if (command !== undefined) await record(shell.isRefusal(error) ? 'refused' : 'failed');
    throw error;
  }
  if (command !== 'list') await record('ok');
}
