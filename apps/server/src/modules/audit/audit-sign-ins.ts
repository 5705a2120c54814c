import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { outcomeOf, placeOf, requestOf } from './audit-calls.ts';
import type { AuditActor, AuditEntry, AuditLog } from './audit-log.ts';

/** Recorded calls of the sign-in service, by method and path. */
const CALLS: Readonly<Record<string, string>> = {
  'POST /token': 'auth.signIn',
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
};

/** A person in the responses of the sign-in service. */
type User = { readonly id?: unknown; readonly email?: unknown };

/** Records sign-ins, failed ones, and people's changes to their own account. */
export function auditSignIns(app: FastifyInstance, audit: AuditLog): void {
  const attempts = new WeakMap<FastifyRequest, string>();
  app.addHook('preHandler', async (request) => {
    const call = callOf(request);
    if (call === null) return;
    const attempt = { call, actor: claimed(request), target: null, ...placeOf(request) };
    attempts.set(request, await audit.begin(attempt, null));
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    request.answer = payload;
    return payload;
  });
  app.addHook('onSend', async (request, reply) => {
    const call = callOf(request);
    // Throttled guesses are only logged: otherwise anybody could add rows.
    const attempt = attempts.get(request) ?? null;
    if (call === null || reply.statusCode === 429) {
      if (attempt !== null) await audit.discard(attempt);
      return;
    }
    const outcome = outcomeOf(reply.statusCode);
    const changesAccount = call === 'auth.changeProfile' || call === 'auth.admin';
    const code = reply.getHeader('x-sb-error-code');
    await audit.record(
      {
        call,
        outcome,
        actor: isAccepted(outcome, code) ? signedIn(request) : typed(request),
        ...placeOf(request),
        target: null,
        before: null,
        after: changesAccount && outcome === 'ok' ? requestOf(request.body, call) : null,
        problem: typeof code === 'string' ? code : null,
      },
      request.log,
      attempt,
    );
  });
}

/** A wrong code also comes from somebody whose token was accepted. */
function isAccepted(outcome: AuditEntry['outcome'], code: unknown): boolean {
  return outcome === 'ok' || code === 'mfa_verification_failed' || code === 'insufficient_aal';
}

function callOf(request: FastifyRequest): string | null {
  if (request.auditedAs) return request.auditedAs;
  const path = (request.routeOptions.url ?? '').replace(/^\/auth\/v1/, '');
  if (path.startsWith('/admin/')) return request.method === 'GET' ? null : 'auth.admin';
  const { grant_type: grant } = request.query as { grant_type?: string };
  // Refreshing a session is not a sign-in.
  return grant === 'refresh_token' ? null : (CALLS[`${request.method} ${path}`] ?? null);
}

/** The subject of a successful response: a session, an account, or the owner of the accepted token. */
function signedIn(request: FastifyRequest): AuditActor {
  const answer = request.answer as ({ readonly user?: User } & User) | null;
  const user = answer?.user ?? answer;
  if (typeof user?.id === 'string' && typeof user.email === 'string')
    return { kind: 'person', id: user.id, name: user.email };
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token?.split('.').length === 3) {
    const { sub, email } = decodeJwt(token);
    if (sub !== undefined) return { kind: 'person', id: sub, name: String(email) };
  }
  return typed(request);
}

/** The identity claimed by a caller about to change something, whose token is not verified yet. */
function claimed(request: FastifyRequest): AuditActor {
  const { name } = signedIn(request);
  return { kind: 'unknown', id: null, name: name?.slice(0, 320) ?? null };
}

/** The typed address, which may be anybody's. */
function typed({ body }: FastifyRequest): AuditActor {
  const email = (body as { email?: unknown } | null)?.email;
  return { kind: 'unknown', id: null, name: typeof email === 'string' ? email.slice(0, 320) : null };
}
