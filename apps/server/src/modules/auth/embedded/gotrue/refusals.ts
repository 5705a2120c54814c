import type { FastifyInstance, HTTPMethods, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { AuthError, type AuthErrorCode } from '../../auth-error.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import { refuseOneTimePassword } from './phone.ts';
import { parse, requirePerson, text } from './request.ts';

const otpBody = z.object({ email: text, phone: text });

const everyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Refusal = { paths: string[]; code: AuthErrorCode; message: string };

const oauthServer = { code: 'feature_disabled', message: 'OAuth server is disabled' } as const;

/** Public features of GoTrue that are missing here, refused as by a GoTrue with the feature disabled. */
const publicRefusals: readonly Refusal[] = [
  { paths: ['/sso', '/sso/*'], code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
  { paths: ['/oauth/*', '/.well-known/oauth-authorization-server'], ...oauthServer },
];

/** The same for signed-in people. */
const personalRefusals: readonly Refusal[] = [
  {
    paths: ['/user/identities/*'],
    code: 'manual_linking_disabled',
    message: 'Manual linking is disabled',
  },
  { paths: ['/user/oauth/*'], ...oauthServer },
];

/** The same for service keys. */
const adminRefusals: readonly Refusal[] = [
  { paths: ['/admin/oauth/*'], ...oauthServer },
  { paths: ['/admin/sso/*'], code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
  {
    paths: ['/admin/custom-providers', '/admin/custom-providers/*'],
    code: 'feature_disabled',
    message: 'Custom OAuth providers are disabled',
  },
];

export function registerRefusals(app: FastifyInstance, auth: EmbeddedAuth): void {
  const guard = requirePerson(auth);
  refuseAll(app, publicRefusals);
  refuseAll(app, personalRefusals, [guard]);
  refuse(app, ['/authorize', '/callback'], () => {
    throw new AuthError(400, 'provider_disabled', 'Unsupported provider: provider is not enabled');
  });

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
}

/** Within the scope that service keys may access. */
export function registerAdminRefusals(admin: FastifyInstance): void {
  refuseAll(admin, adminRefusals);
}

function refuseAll(
  app: FastifyInstance,
  refusals: readonly Refusal[],
  first: onRequestAsyncHookHandler[] = [],
): void {
  for (const { paths, code, message } of refusals) {
    const toRefuse = () => {
      throw new AuthError(404, code, message);
    };
    refuse(app, paths, toRefuse, first);
  }
}

/** Refuses before the body is read, as it does not matter. */
function refuse(
  app: FastifyInstance,
  paths: readonly string[],
  toRefuse: (request: { params: unknown }) => never,
  first: onRequestAsyncHookHandler[] = [],
): void {
  const handler = async (request: { params: unknown }) => toRefuse(request);
  for (const url of paths) app.route({ method: everyMethod, url, onRequest: [...first, handler], handler });
}
