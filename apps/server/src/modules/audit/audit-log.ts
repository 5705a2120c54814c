import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import { lazily } from '../../platform/db/lazily.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { differences, type Snapshot } from './differences.ts';
import { type Target, takeSnapshot, updateName } from './targets.ts';

export type AuditActor = {
  readonly kind: 'person' | 'api_key' | 'system' | 'unknown';
  readonly id: string | null;
  readonly name: string | null;
};

/** A caller about to change something. */
export type AuditAttempt = {
  readonly call: string;
  readonly actor: AuditActor;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly target: Target | null;
};

export type AuditEntry = AuditAttempt & {
  readonly outcome: 'ok' | 'refused' | 'failed';
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
  /** The error code of a refusal. */
  readonly problem: string | null;
};

export type AuditLog = ReturnType<typeof createAuditLog>;

/**
 * Commits without waiting for the disk: later changes in the same database only become durable along with it.
 */
const BEGIN = prepared(`
  insert into audit_attempts (id, at, call, actor_kind, actor_id, actor_name, ip, user_agent, target_kind, target_id,
    target_name, request)
  select $1, $2, $3, $4, $5::uuid, $6, $7, $8, $9, $10, $11, $12::jsonb where ${lazily}`);
const DISCARD = prepared(`delete from audit_attempts where id = $1 and ${lazily}`);

const INSERT_ROW = `insert into audit_log (id, at, call, outcome, actor_kind, actor_id, actor_name, ip, user_agent,
    target_kind, target_id, target_name, before, after, problem)`;
/** Inserts the entry and, if a collector is configured, queues it for sending. */
export const withOutbox = (rows: string) => `entry as (${INSERT_ROW} ${rows} returning id)
  insert into audit_outbox (entry_id) select id from entry where exists (select from audit_collectors)`;
const endingWith = (condition: string) =>
  prepared(
    `with attempt as (delete from audit_attempts where id = $16), ${withOutbox(
      `select $1, $2, $3, $4, $5, $6::uuid, $7, $8, $9, $10, $11, coalesce($12, ${updateName('$10', '$11::text')}),
         $13::jsonb, $14::jsonb, $15 where ${condition}`,
    )}`,
  );
const INSERT = endingWith('true');
/** The update itself is durable: waiting for the disk twice would halve the speed of edits in place. */
const INSERT_WITH_UPDATE = endingWith(lazily);

export function createAuditLog({ db, clock }: { db: Database; clock: Clock }) {
  return {
    snapshot: (call: string, target: Target | null) => takeSnapshot(db, call, target),

    /**
     * Records an attempt before anything changes. If that throws, nothing may be changed. Returns an id for
     * `record` or `discard`; an attempt ended by neither was cut off, and becomes an entry that says so.
     */
    async begin(attempt: AuditAttempt, request: Snapshot | null): Promise<string> {
      const id = uuidv7();
      const { call, actor, ip, userAgent, target } = attempt;
      await db.query(BEGIN, [
        id,
        clock.now(),
        call,
        actor.kind,
        actor.id,
        actor.name,
        ip,
        userAgent,
        target?.kind ?? null,
        target?.id ?? null,
        target?.name ?? null,
        request === null ? null : JSON.stringify(request),
      ]);
      return id;
    },

    /** For a call that changed nothing and needs no entry. */
    async discard(attemptId: string): Promise<void> {
      await db.query(DISCARD, [attemptId]);
    },

    /** Writes a log line and a row. If the row cannot be written, the line holds everything. */
    async record(entry: AuditEntry, log: FastifyBaseLogger, attemptId: string | null): Promise<void> {
      const changed = differences(entry.before, entry.after);
      const { call, outcome, actor, ip, target, problem } = entry;
      const line = { audit: call, outcome, actor_id: actor.id, address: ip, target, problem };
      log.info(line, `audit: ${call} ${outcome}`);
      const name = changed.name ?? target?.name ?? null;
      try {
        await db.query(target?.kind === 'bulk_update' ? INSERT_WITH_UPDATE : INSERT, [
          uuidv7(),
          clock.now(),
          call,
          outcome,
          actor.kind,
          actor.id,
          actor.name,
          ip,
          entry.userAgent,
          target?.kind ?? null,
          target?.id ?? null,
          name,
          changed.before === null ? null : JSON.stringify(changed.before),
          changed.after === null ? null : JSON.stringify(changed.after),
          problem,
          attemptId,
        ]);
      } catch (error) {
        const rest = { actor_name: actor.name, user_agent: entry.userAgent };
        log.error({ ...line, ...rest, ...changed, err: error }, 'audit: the entry could not be stored');
      }
    },
  };
}
