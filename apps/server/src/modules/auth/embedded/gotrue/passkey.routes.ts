import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import type { PasskeyRow } from '../passkeys/passkeys.repository.ts';
import { type Answer, notFound } from '../passkeys/passkeys.ts';
import { presentSession } from './presenters.ts';
import { callerOf, newcomerOf, parse, rememberDevice, requirePerson, signedIn, text } from './request.ts';

const answerBody = z.object({ challenge_id: text, credential: z.record(z.string(), z.unknown()) });
const nameBody = z.object({ friendly_name: text });
const passkeyParams = z.object({ passkeyId: z.uuid() });

/** Signing in with a passkey, and the signed-in person's passkeys. */
export function registerPasskeyRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  const { passkeys } = auth;
  const guarded = { onRequest: requirePerson(auth) };

  app.post('/passkeys/authentication/options', async (request) =>
    presentChallenge(await passkeys.beginSignIn(request.host, callerOf(request))),
  );

  app.post('/passkeys/authentication/verify', async (request, reply) => {
    const newcomer = newcomerOf(request);
    const granted = await passkeys.signIn(answerOf(request), request.host, newcomer);
    rememberDevice(reply, auth, newcomer);
    return presentSession(granted);
  });

  app.post('/passkeys/registration/options', guarded, async (request) =>
    presentChallenge(await passkeys.beginRegistration(await signedIn(auth, request), request.host)),
  );

  app.post('/passkeys/registration/verify', guarded, async (request) => {
    const by = { host: request.host, caller: callerOf(request) };
    return presentPasskey(await passkeys.register(await signedIn(auth, request), answerOf(request), by));
  });

  app.get('/passkeys', async (request) => {
    const { user } = await signedIn(auth, request);
    return (await passkeys.list(user.id)).map(presentPasskey);
  });

  app.patch('/passkeys/:passkeyId', guarded, async (request) => {
    const { friendly_name: name } = parse(nameBody, request.body);
    return presentPasskey(
      await passkeys.rename(await signedIn(auth, request), passkeyIdOf(request), name.trim()),
    );
  });

  app.delete('/passkeys/:passkeyId', guarded, async (request, reply) => {
    await passkeys.remove(await signedIn(auth, request), passkeyIdOf(request), callerOf(request));
    return reply.code(204).send();
  });
}

function answerOf(request: FastifyRequest): Answer {
  const { challenge_id: challengeId, credential } = parse(answerBody, request.body);
  return { challengeId, credential };
}

function passkeyIdOf(request: FastifyRequest): string {
  const params = passkeyParams.safeParse(request.params);
  if (!params.success) throw notFound();
  return params.data.passkeyId;
}

function presentChallenge({ id, options, expiresAt }: { id: string; options: unknown; expiresAt: Date }) {
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1_000) };
}

function presentPasskey({ id, friendly_name: name, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    ...(name === '' ? {} : { friendly_name: name }),
    created_at: created_at.toISOString(),
    ...(last_used_at === null ? {} : { last_used_at: last_used_at.toISOString() }),
  };
}
