import { mayChange } from '@storefleet/contract/api/changing-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/problem.ts';
import type { EndedAuthorization } from '../stores/authorizations/authorizations.service.ts';
import type { AuditActor, AuditEntry, AuditLog } from './audit-log.ts';
import { type Snapshot, withoutSecrets } from './differences.ts';
import { type Target, targetOf } from './targets.ts';

/** Characters of a request to keep if nothing else says what it was about. */
const LONGEST_BODY = 4_000;

/**
 * Records every call of the contract that may change something, whatever its outcome: its start before it
 * changes anything, and its outcome before the response is sent.
 */
export function auditCalls(api: FastifyInstance, audit: AuditLog): void {
  const before = new WeakMap<FastifyRequest, Snapshot | null>();
  const attempts = new WeakMap<FastifyRequest, string>();
  const problems = new WeakMap<FastifyRequest, string>();

  api.addHook('preHandler', async (request) => {
    const call = changingCall(request);
    if (call === null) return;
    const target = targetOf(call, request.params);
    const [snapshot, attempt] = await Promise.all([
      audit.snapshot(call, target),
      audit.begin(
        { call, target, actor: actorOf(request), ...placeOf(request) },
        requestOf(request.body, call),
      ),
    ]);
    before.set(request, snapshot);
    attempts.set(request, attempt);
  });
  api.addHook('onError', async (request, _reply, error) => {
    if (error instanceof AppError) problems.set(request, error.code);
  });
  api.addHook('onSend', async (request, reply) => {
    const call = changingCall(request);
    const outcome = outcomeOf(reply.statusCode);
    const attempt = attempts.get(request) ?? null;
    // Anonymous callers change nothing and could flood the log, but creating the first account is anonymous.
    if (call === null || (request.user === null && outcome !== 'ok')) {
      if (attempt !== null) await audit.discard(attempt);
      return;
    }
    const target = named(targetOf(call, request.params) ?? targetOf(call, request.answer), request.answer);
    const hasChanged = outcome !== 'refused';
    const after = hasChanged ? await readAfter(audit, call, request, target) : null;
    await audit.record(
      {
        call,
        outcome,
        actor: actorOf(request),
        ...placeOf(request),
        target,
        before: hasChanged ? (before.get(request) ?? null) : null,
        after,
        problem: problems.get(request) ?? null,
      },
      request.log,
      attempt,
    );
  });
}

/** Where the call came from. */
export function placeOf({ ip, headers }: FastifyRequest) {
  return { ip, userAgent: headers['user-agent'] ?? null };
}

/** The redirect back from Shopify is anonymous: who started it is in the entry of `stores.authorize`. */
export function recordConsent(audit: AuditLog) {
  return async (request: FastifyRequest, finish: () => Promise<EndedAuthorization>) => {
    const call = 'stores.connect';
    const attempt = { call, actor: NOBODY, target: null, ...placeOf(request) };
    const id = await audit.begin(attempt, null);
    const ended = await finish();
    if (ended.storeId === null) {
      await audit.discard(id);
      return ended;
    }
    const target = { kind: 'store', id: ended.storeId };
    const outcome = ended.connected ? 'ok' : 'failed';
    const entry = { ...attempt, target, outcome, before: null, after: null, problem: null } as const;
    await audit.record(entry, request.log, id);
    return ended;
  };
}

/** An update by the title in the response: one that was discarded is gone. */
function named(target: Target | null, answer: unknown): Target | null {
  const title = target?.kind === 'bulk_update' && (answer as { title?: unknown } | null)?.title;
  return target && typeof title === 'string' ? { ...target, name: title } : target;
}

const NOBODY: AuditActor = { kind: 'unknown', id: null, name: null };

function changingCall(request: FastifyRequest): string | null {
  const { description } = request.routeOptions.config;
  return description && mayChange(description) ? description.id : null;
}

export function outcomeOf(status: number): AuditEntry['outcome'] {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

function actorOf({ user, answer }: FastifyRequest): AuditActor {
  if (user?.apiKey) return { kind: 'api_key', id: user.apiKey.id, name: user.name };
  if (user !== null) return { kind: 'person', id: user.id, name: user.email };
  return { kind: 'unknown', id: null, name: (answer as { email?: string } | null)?.email ?? null };
}

/** The state afterwards, or the request if there is none. An update's rows are in the history. */
async function readAfter(
  audit: AuditLog,
  call: string,
  request: FastifyRequest,
  target: AuditEntry['target'],
): Promise<Snapshot | null> {
  if (target !== null && target.kind !== 'file') {
    return audit.snapshot(call, target).catch((error: unknown) => {
      request.log.error({ err: error }, 'audit: what was changed could not be read');
      return null;
    });
  }
  return requestOf(request.body, call);
}

/** The fields of a body without secrets, such as a setting's value; null for a file or a long body. */
export function requestOf(body: unknown, call: string): Snapshot | null {
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype)
    return null;
  const hidden = call.startsWith('settings.') && 'value' in body ? { ...body, value: 'replaced' } : body;
  const open = withoutSecrets(hidden) as Snapshot;
  return JSON.stringify(open).length <= LONGEST_BODY ? open : null;
}
