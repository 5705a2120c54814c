import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AuthError, invalid } from '../../auth-error.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import type { UserRow } from '../users.repository.ts';
import { refusePhone, requireEmailToSignIn } from './phone.ts';
import { presentSession, presentUser } from './presenters.ts';
import { callerOf, newcomerOf, parse, rememberDevice, requirePerson, signedIn, text } from './request.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });
const refreshBody = z.object({ refresh_token: text });
const codeBody = z.object({ auth_code: text, code_verifier: text });
const tokenQuery = z.object({ grant_type: z.string().optional() });
const logoutQuery = z.object({ scope: z.string().optional() });
const scopes = ['global', 'local', 'others'] as const;
const profileBody = z.object({
  email: z.string().nullish(),
  phone: text,
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
});

/** Sign-in, refresh, sign-out, and the signed-in person's account. */
export function registerSessionRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  app.post('/token', async (request, reply) => {
    const { grant_type: grantType } = parse(tokenQuery, request.query);
    const caller = callerOf(request);
    switch (grantType) {
      case 'password': {
        const { email, phone, password } = parse(passwordBody, request.body);
        requireEmailToSignIn(email.trim(), phone);
        const newcomer = newcomerOf(request);
        const granted = await auth.signIn.withPassword({ email, password }, newcomer);
        rememberDevice(reply, auth, newcomer);
        return {
          ...presentSession(granted),
          ...(granted.weakness === null ? {} : { weak_password: granted.weakness }),
        };
      }
      case 'refresh_token': {
        const { refresh_token: refreshToken } = parse(refreshBody, request.body);
        return presentSession(await auth.sessions.refresh(refreshToken, caller));
      }
      case 'pkce': {
        const { auth_code: code, code_verifier: verifier } = parse(codeBody, request.body);
        return presentSession(await auth.signIn.withCode({ code, verifier }, caller));
      }
      case 'id_token':
        throw new AuthError(400, 'provider_disabled', 'Provider is not enabled');
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });

  const guarded = { onRequest: requirePerson(auth) };

  app.post('/logout', guarded, async (request, reply) => {
    const person = await signedIn(auth, request);
    const { scope: asked = 'global' } = parse(logoutQuery, request.query);
    const scope = scopes.find((known) => known === asked);
    if (scope === undefined) throw invalid(`Unsupported logout scope ${JSON.stringify(asked)}`);
    await auth.sessions.end(person, scope, callerOf(request));
    return reply.code(204).send();
  });

  const withFactors = async (user: UserRow) => presentUser(user, await auth.factors.list(user.id));

  app.get('/user', async (request) => withFactors((await signedIn(auth, request)).user));

  app.put('/user', guarded, async (request) => {
    const person = await signedIn(auth, request);
    const body = parse(profileBody, request.body);
    if (body.phone !== '') refusePhone(body.phone);
    if (body.app_metadata !== undefined && body.app_metadata !== null) {
      throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    }
    const changed = await auth.profile.change(
      person,
      {
        email: body.email,
        password: body.password,
        currentPassword: body.current_password,
        nonce: body.nonce,
        userMetadata: body.data,
      },
      callerOf(request),
    );
    return withFactors(changed);
  });

  app.get('/reauthenticate', async (request) => {
    await auth.profile.reauthenticate(await signedIn(auth, request), callerOf(request));
    return {};
  });
}
