import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError, invalid } from '../../auth-error.ts';
import { isEmail } from '../email.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import { type CodeChallenge, isLinkType, type UsedLink } from '../links.ts';
import { accessTokenLifetime } from '../sessions.ts';
import { refusePhoneCode } from './phone.ts';
import { presentSession } from './presenters.ts';
import { callerOf, newcomerOf, parse, rememberDevice, text } from './request.ts';

const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text });
const resendBody = z.object({
  type: text,
  email: text,
  phone: text,
  code_challenge: text,
  code_challenge_method: text,
});
const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });
const verifyQuery = z.object({ type: text, token: text, token_hash: text, redirect_to: text });

const phoneTypes = new Set(['sms', 'phone_change']);

/** OAuth error names for the status of a failed landing. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Links by mail: requesting one, and following it. */
export function registerLinkRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  app.post('/recover', async (request) => {
    const body = parse(recoverBody, request.body);
    if (body.email.trim() === '') throw invalid('Password recovery requires an email');
    const pkce = readChallenge(body.code_challenge, body.code_challenge_method);
    await auth.links.requestRecovery(body.email, pkce, callerOf(request));
    return {};
  });

  app.post('/resend', async (request) => {
    const body = parse(resendBody, request.body);
    await auth.links.resend(mailToResend(body), body.email, callerOf(request));
    return {};
  });

  app.post('/verify', async (request, reply) => {
    const body = parse(verifyBody, request.body);
    requireLink(body);
    if (body.token !== '' && body.token_hash !== '') {
      throw invalid('Verify requires either a token or a token hash');
    }
    if (body.token_hash !== '' && !isLinkType(body.type)) throw unknownLinkType();
    if (body.token_hash !== '' && (body.email !== '' || body.phone !== '')) {
      throw invalid('Only the token_hash and type should be provided');
    }
    if (body.token_hash === '' && phoneTypes.has(body.type)) refusePhoneCode(body.phone);
    if (body.token_hash === '' && body.email === '') {
      throw invalid('Only an email address or phone number should be provided on verify');
    }
    if (body.token_hash === '' && !isEmail(body.email)) {
      throw new AuthError(422, 'validation_failed', 'Invalid email format');
    }
    const link = { token: body.token_hash || body.token, type: body.type };
    const newcomer = newcomerOf(request);
    const { grant, used } = await auth.links.verify(
      body.token_hash === '' ? { ...link, email: body.email } : link,
      newcomer,
    );
    noteForAudit(request, used);
    rememberDevice(reply, auth, newcomer);
    return presentSession(grant);
  });

  app.get('/verify', async (request, reply) => {
    const query = parse(verifyQuery, request.query);
    requireLink(query);
    const token = query.token || query.token_hash;
    const target = allowedTarget(auth.appUrl, query.redirect_to);
    try {
      if (!isLinkType(query.type)) throw unknownLinkType();
      const landed = await auth.links.land({ token, type: query.type }, callerOf(request));
      noteForAudit(request, landed.used);
      if ('code' in landed) target.searchParams.set('code', landed.code);
      else {
        target.hash = new URLSearchParams({
          access_token: landed.grant.accessToken,
          expires_at: String(landed.grant.expiresAt),
          expires_in: String(accessTokenLifetime),
          refresh_token: landed.grant.refreshToken,
          sb: '',
          token_type: 'bearer',
          type: query.type,
        }).toString();
      }
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const words = {
        error: oauthErrors[error.status] ?? 'access_denied',
        error_code: error.code,
        error_description: error.message,
      };
      target.hash = new URLSearchParams({ ...words, sb: '' }).toString();
      if (auth.links.isPkce(token)) {
        for (const [name, value] of Object.entries(words)) target.searchParams.set(name, value);
      }
    }
    return reply.redirect(target.href, 303);
  });
}

/** Whose link it was, and who was shown it instead. */
function noteForAudit(request: FastifyRequest, { user, taken, shownTo }: UsedLink): void {
  request.admitted = user;
  request.auditedDetails = { link: taken.purpose, shown_to: shownTo };
}

function requireLink(link: { type: string; token: string; token_hash: string }): void {
  if (link.type === '') throw invalid('Verify requires a verification type');
  if (link.token === '' && link.token_hash === '') throw invalid('Verify requires a token or a token hash');
}

/** What to send again, or a refusal, checked in GoTrue's order. */
function mailToResend(body: z.output<typeof resendBody>): 'signup' | 'email_change' {
  const { type, email, phone } = body;
  if (type !== 'signup' && type !== 'email_change' && !phoneTypes.has(type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!phoneTypes.has(type)) readChallenge(body.code_challenge, body.code_challenge_method);
  if (email === '' && type === 'signup') throw invalid('Type provided requires an email address');
  if (phone === '' && type === 'sms') throw invalid('Type provided requires a phone number');
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided.');
  if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (email === '') throw invalid('Missing email address or phone number');
  if (type !== 'signup' && type !== 'email_change') throw invalid('Type provided requires a phone number');
  return type;
}

function unknownLinkType(): AuthError {
  return invalid('Invalid email verification type');
}

function readChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null;
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') throw invalid('code challenge method has to be s256 or plain');
  return { challenge, method: known };
}

/** Tokens only go to pages of this application; any other target is silently replaced. */
export function allowedTarget(appUrl: string, wanted: string): URL {
  const fallback = new URL('/reset-password', appUrl);
  const target = wanted !== '' && URL.canParse(wanted, appUrl) ? new URL(wanted, appUrl) : fallback;
  const allowed = target.origin === fallback.origin && target.username === '' && target.password === '';
  const chosen = allowed ? target : fallback;
  chosen.hash = '';
  return chosen;
}
