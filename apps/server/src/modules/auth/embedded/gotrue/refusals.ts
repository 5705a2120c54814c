import type { FastifyInstance, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { AuthError, type AuthErrorCode } from '../../auth-error.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import { refuseOneTimePassword } from './phone.ts';
import { parse, signedIn, text } from './request.ts';

const otpBody = z.object({ email: text, phone: text });

const everyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What GoTrue offers and this service does not: each is refused as a GoTrue refuses it with the feature off. */
const refusals: readonly { paths: string[]; status: number; code: AuthErrorCode; message: string }[] = [
  {
    paths: ['/sso', '/sso/*'],
    status: 404,
    code: 'saml_provider_disabled',
    message: 'SAML 2.0 is disabled',
  },
  {
    paths: ['/user/identities/*'],
    status: 404,
    code: 'manual_linking_disabled',
    message: 'Manual linking is disabled',
  },
  {
    paths: ['/passkeys', '/passkeys/*'],
    status: 404,
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  },
  {
    paths: ['/authorize', '/callback'],
    status: 400,
    code: 'provider_disabled',
    message: 'Unsupported provider: provider is not enabled',
  },
];

export function registerRefusals(app: FastifyInstance, auth: EmbeddedAuth): void {
  for (const { paths, status, code, message } of refusals) {
    for (const url of paths) {
      app.route({
        method: everyMethod,
        url,
        handler: async () => {
          throw new AuthError(status, code, message);
        },
      });
    }
  }

  for (const url of ['/otp', '/magiclink']) {
    app.post(url, async (request) => {
      const { email, phone } = parse(otpBody, request.body);
      refuseOneTimePassword(email, phone);
    });
  }

  app.post('/signup', async (request) => {
    const body: unknown = request.body;
    const named =
      typeof body === 'object' &&
      body !== null &&
      (('email' in body && body.email) || ('phone' in body && body.phone));
    throw named
      ? new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
      : new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  });

  app.route({
    method: everyMethod,
    url: '/factors',
    handler: async (request) => {
      await signedIn(auth, request);
      throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    },
  });
}
