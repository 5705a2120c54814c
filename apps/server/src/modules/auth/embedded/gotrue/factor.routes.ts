import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError, type AuthErrorCode, invalid } from '../../auth-error.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import { presentSession } from './presenters.ts';
import { callerOf, parse, requirePerson, signedIn, text } from './request.ts';

const enrolBody = z.object({ factor_type: text, friendly_name: text, issuer: text });
const verifyBody = z.object({ challenge_id: text, code: text });
const factorParams = z.object({ factorId: z.uuid() });

/** Second factors that are not offered, by GoTrue's names. */
const notOffered: Readonly<Record<string, { code: AuthErrorCode; name: string }>> = {
  phone: { code: 'mfa_phone_enroll_not_enabled', name: 'Phone' },
  webauthn: { code: 'mfa_webauthn_enroll_not_enabled', name: 'WebAuthn' },
};

/** The signed-in person's authenticator app. */
export function registerFactorRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  const { factors, authenticatorApps } = auth;
  const guarded = { onRequest: requirePerson(auth) };

  app.post('/factors', guarded, async (request) => {
    const body = parse(enrolBody, request.body);
    const refused = notOffered[body.factor_type];
    if (refused) throw new AuthError(422, refused.code, `MFA enroll is disabled for ${refused.name}`);
    if (body.factor_type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn');
    const { factor, secret, uri, qrCode } = await authenticatorApps.enrol(await signedIn(auth, request), {
      friendlyName: body.friendly_name,
      issuer: body.issuer,
    });
    return {
      id: factor.id,
      type: 'totp',
      friendly_name: factor.friendly_name,
      totp: { qr_code: qrCode, secret, uri },
    };
  });

  app.post('/factors/:factorId/challenge', guarded, async (request) => {
    const { id, expiresAt } = await authenticatorApps.challenge(
      await signedIn(auth, request),
      factorIdOf(request),
    );
    return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1_000) };
  });

  app.post('/factors/:factorId/verify', guarded, async (request) => {
    const { challenge_id: challengeId, code } = parse(verifyBody, request.body);
    const factorId = factorIdOf(request);
    const person = await signedIn(auth, request);
    const verified = await authenticatorApps.verify(
      person,
      { factorId, challengeId, code },
      callerOf(request),
    );
    if (verified.isNew) request.auditedAs = 'auth.enrolFactor';
    return presentSession(verified.grant);
  });

  app.delete('/factors/:factorId', guarded, async (request) => {
    const id = factorIdOf(request);
    await factors.unenrol(await signedIn(auth, request), id, callerOf(request));
    return { id };
  });
}

export function factorIdOf(request: FastifyRequest): string {
  const params = factorParams.safeParse(request.params);
  if (!params.success) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  return params.data.factorId;
}
