import type { FastifyInstance, FastifyRequest } from 'fastify';
import { outcomeOf, placeOf, requestOf } from './audit-calls.ts';
import type { AuditActor, AuditEntry, AuditLog } from './audit-log.ts';
import type { Snapshot } from './differences.ts';
import { targetOf } from './targets.ts';

/** Account management by a program with a service key. */
const ADMIN = 'auth.admin';

/** Recorded calls of the sign-in service, by method and path. */
const CALLS: Readonly<Record<string, string>> = {
  'POST /logout': 'auth.signOut',
  'PUT /user': 'auth.changeProfile',
  'POST /recover': 'auth.recover',
  'POST /verify': 'auth.useLink',
  'GET /verify': 'auth.useLink',
  'POST /factors': 'auth.beginFactor',
  'POST /factors/:factorId/verify': 'auth.confirmFactor',
  'DELETE /factors/:factorId': 'auth.removeFactor',
  'POST /passkeys/authentication/verify': 'auth.signIn',
  'POST /passkeys/registration/verify': 'auth.addPasskey',
  'PATCH /passkeys/:passkeyId': 'auth.renamePasskey',
  'DELETE /passkeys/:passkeyId': 'auth.removePasskey',
  'POST /invite': ADMIN,
};

/** Grants of `POST /token` that are sign-ins; refreshing a session is none. */
const SIGN_INS = ['password', 'pkce'];

/**
 * Refusals of people who are not signed in that are recorded: of passwords, links and passkeys, which are all
 * throttled. Otherwise anybody could add rows.
 */
const FAILED_ATTEMPTS = [
  'invalid_credentials',
  'user_banned',
  'email_not_confirmed',
  'otp_expired',
  'bad_code_verifier',
  'webauthn_verification_failed',
];

/** A person in the responses of the sign-in service. */
type User = { readonly id?: unknown; readonly email?: unknown };

/** Records sign-ins, failed ones, people's changes to their own account, and account management by programs. */
export function auditSignIns(app: FastifyInstance, audit: AuditLog): void {
  const before = new WeakMap<FastifyRequest, Snapshot | null>();
  const attempts = new WeakMap<FastifyRequest, string>();
  app.addHook('preHandler', async (request) => {
    const call = callOf(request);
    if (call === null) return;
    const target = call === ADMIN ? targetOf(call, request.params) : null;
    const attempt = { call, actor: actorOf(request), target, ...placeOf(request) };
    const [snapshot, id] = await Promise.all([audit.snapshot(call, target), audit.begin(attempt, null)]);
    before.set(request, snapshot);
    attempts.set(request, id);
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    request.answer = payload;
    return payload;
  });
  app.addHook('onSend', async (request, reply) => {
    const call = callOf(request);
    const attempt = attempts.get(request) ?? null;
    const outcome = outcomeOf(reply.statusCode);
    const code = reply.getHeader('x-sb-error-code');
    const problem = typeof code === 'string' ? code : null;
    if (call === null || !isRecorded(request, reply.statusCode, problem)) {
      if (attempt !== null) await audit.discard(attempt);
      return;
    }
    const target = call === ADMIN ? (targetOf(call, request.params) ?? targetOf(call, request.answer)) : null;
    const hasChanged = outcome === 'ok';
    await audit.record(
      {
        call,
        outcome,
        actor: actorOf(request),
        ...placeOf(request),
        target,
        before: hasChanged ? (before.get(request) ?? null) : null,
        after: hasChanged ? await readAfter(audit, call, request, target) : null,
        problem,
      },
      request.log,
      attempt,
    );
  });
}

/** Throttled guesses are only logged. */
function isRecorded(request: FastifyRequest, status: number, problem: string | null): boolean {
  if (status === 429) return false;
  const isRefused = outcomeOf(status) === 'refused';
  return !isRefused || request.admitted !== undefined || FAILED_ATTEMPTS.includes(problem ?? '');
}

function callOf(request: FastifyRequest): string | null {
  if (request.auditedAs) return request.auditedAs;
  const path = (request.routeOptions.url ?? '').replace(/^\/auth\/v1/, '');
  if (path.startsWith('/admin/')) return request.method === 'GET' ? null : ADMIN;
  if (`${request.method} ${path}` === 'POST /token') {
    const { grant_type: grant = '' } = request.query as { grant_type?: string };
    return SIGN_INS.includes(grant) ? 'auth.signIn' : null;
  }
  return CALLS[`${request.method} ${path}`] ?? null;
}

/** What was requested of an account, and how it is now; null for one that is gone. */
async function readAfter(
  audit: AuditLog,
  call: string,
  request: FastifyRequest,
  target: AuditEntry['target'],
): Promise<Snapshot | null> {
  if (call === 'auth.changeProfile') return requestOf(request.body, call);
  if (call !== ADMIN) return request.auditedDetails ?? null;
  const now = await audit.snapshot(call, target);
  return now && { ...requestOf(request.body, call), ...now };
}

/** Who was admitted by their token or link, who has just signed in, or the typed address, which may be anybody's. */
function actorOf({ admitted, answer, body }: FastifyRequest): AuditActor {
  if (admitted === 'service_key') return { kind: 'system', id: null, name: 'Service key' };
  if (admitted !== undefined) return { kind: 'person', id: admitted.id, name: admitted.email };
  const user = (answer as { readonly user?: User } | null)?.user;
  if (typeof user?.id === 'string' && typeof user.email === 'string') {
    return { kind: 'person', id: user.id, name: user.email };
  }
  const email = (body as { email?: unknown } | null)?.email;
  return { kind: 'unknown', id: null, name: typeof email === 'string' ? email.slice(0, 320) : null };
}
