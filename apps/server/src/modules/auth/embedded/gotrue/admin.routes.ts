import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isConnectionError } from '../../../../platform/db/errors.ts';
import { AuthError, invalid } from '../../auth-error.ts';
import { describeTokenError } from '../../claims.ts';
import { parseEmail } from '../email.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import type { LinkPurpose } from '../links.ts';
import { disabledFor, type MemberFields } from '../members.ts';
import type { UserRow } from '../users.repository.ts';
import { factorIdOf } from './factor.routes.ts';
import { allowedTarget } from './link.routes.ts';
import { presentFactor, presentUser } from './presenters.ts';
import { registerAdminRefusals } from './refusals.ts';
import { callerOf, parse, tokenOf } from './request.ts';

const record = z.record(z.string(), z.unknown()).nullish();

const memberBody = z.object({
  id: z.uuid().optional(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: record,
  app_metadata: record,
  ban_duration: z.string().nullish(),
});
const listQuery = z.object({
  page: z.string().optional(),
  per_page: z.string().optional(),
  filter: z.string().optional(),
  sort: z.string().optional(),
});
const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
const linkBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: record,
  redirect_to: z.string().nullish(),
});
const inviteBody = z.object({ email: z.string().nullish(), data: record });
const redirectQuery = z.object({ redirect_to: z.string().optional() });

/** Account management for other programs, which authenticate with a service-role key. */
export function registerAdminRoutes(app: FastifyInstance, auth: EmbeddedAuth): void {
  const { members, links, factors } = auth;

  app.register(async (admin) => {
    admin.addHook('onRequest', (request) => requireServiceRole(auth, request));
    registerAdminRefusals(admin);

    admin.get('/admin/users', async (request, reply) => {
      const query = parse(listQuery, request.query);
      const page = pageNumber(query.page, 1);
      const perPage = Math.min(pageNumber(query.per_page, 50), 1_000);
      const { users, total } = await members.list({
        offset: (page - 1) * perPage,
        limit: perPage,
        filter: query.filter || null,
        newestFirst: isNewestFirst(query.sort),
      });
      reply.header('x-total-count', String(total));
      reply.header('link', pageLinks(`${auth.authUrl}/admin/users`, page, perPage, total));
      return { users: users.map((user) => presentUser(user)), aud: 'authenticated' };
    });

    admin.get('/admin/users/:id', async (request) => {
      const user = await members.get(idOf(request));
      return presentUser(user, await factors.list(user.id));
    });
    admin.get('/admin/users/:id/factors', async (request) => {
      const { id } = await members.get(idOf(request));
      return (await factors.list(id)).map(presentFactor);
    });
    admin.delete('/admin/users/:id/factors/:factorId', async (request) => {
      const user = await members.get(idOf(request));
      return presentFactor(await factors.dropOne(user, factorIdOf(request)));
    });

    admin.post('/admin/users', async (request) => {
      const body = parse(memberBody, request.body);
      return presentUser(await members.create({ ...fieldsOf(body), email: body.email ?? '', id: body.id }));
    });

    admin.put('/admin/users/:id', async (request) =>
      presentUser(await members.change(idOf(request), fieldsOf(parse(memberBody, request.body)))),
    );

    admin.delete('/admin/users/:id', async (request) => {
      await members.remove(idOf(request));
      return {};
    });

    admin.post('/admin/generate_link', async (request) => {
      const body = parse(linkBody, request.body);
      const type = linkTypes.find((known) => known === body.type);
      if (type === undefined) throw invalid('Invalid email action link type requested');
      const { user, token, purpose } = await linkFor(auth, type, body);
      const target = allowedTarget(
        auth.appUrl,
        body.redirect_to ?? parse(redirectQuery, request.query).redirect_to ?? '',
      ).href;
      const query = new URLSearchParams({ token, type: purpose, redirect_to: target });
      return {
        ...presentUser(user),
        action_link: `${auth.authUrl}/verify?${query}`,
        // Instead of GoTrue's six digits: the same strong token, for verifyOtp with an address.
        email_otp: token,
        hashed_token: token,
        verification_type: purpose,
        redirect_to: target,
      };
    });

    admin.post('/invite', async (request) => {
      const body = parse(inviteBody, request.body);
      const email = parseEmail(body.email ?? '');
      await links.countMail('invite', email, callerOf(request));
      const user = await members.invite({ email, userMetadata: body.data });
      await members.mailLink(user, 'invite');
      return presentUser(await members.get(user.id));
    });
  });
}

/** A link and its account, which is created or changed if the type requires that. */
async function linkFor(
  { members }: EmbeddedAuth,
  type: (typeof linkTypes)[number],
  body: z.output<typeof linkBody>,
): Promise<{ user: UserRow; token: string; purpose: LinkPurpose }> {
  const email = parseEmail(body.email ?? '');
  const linkOf = async (user: UserRow, purpose: LinkPurpose, to?: string) => {
    const { token } = await members.link(user, purpose, null, to);
    return { user, token, purpose };
  };
  if (type === 'invite') return linkOf(await members.invite({ email, userMetadata: body.data }), 'invite');
  const known = await members.findByEmail(email);
  if (type === 'signup' || (type === 'magiclink' && known === null)) {
    const password = type === 'signup' ? body.password : null;
    return linkOf(await members.create({ email, password, userMetadata: body.data }), 'signup');
  }
  if (known === null) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (purposeOf(type) !== 'email_change') return linkOf(known, purposeOf(type));
  const changing = await members.expectNewEmail(known, body.new_email ?? '');
  return linkOf(changing, 'email_change', changing.new_email ?? undefined);
}
/** Service keys belong to programs: no person's own token is enough. */
async function requireServiceRole(auth: EmbeddedAuth, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  try {
    const payload = await auth.keys.verifyServiceKey(token);
    if (payload.role === 'service_role') {
      request.admitted = 'service_key';
      return;
    }
  } catch (error) {
    if (isConnectionError(error)) throw error;
    throw new AuthError(403, 'bad_jwt', `invalid JWT: ${describeTokenError(error)}`, { cause: error });
  }
  throw new AuthError(403, 'not_admin', 'User not allowed');
}

function fieldsOf(body: z.output<typeof memberBody>): MemberFields {
  return {
    email: body.email ?? undefined,
    password: body.password,
    passwordHash: body.password_hash ?? undefined,
    emailConfirmed: body.email_confirm ?? undefined,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    banFor: body.ban_duration ? parseBan(body.ban_duration) : undefined,
  };
}

const durationUnits: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** A duration in Go's format, such as `24h` or `1h30m`, in milliseconds; `none` lifts a ban. */
function parseBan(duration: string): number {
  if (duration === 'none') return 0;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: ${JSON.stringify(duration)}`);
  }
  let total = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) {
    total += Number(count) * (durationUnits[unit ?? ''] ?? 0);
  }
  return Math.min(total, disabledFor);
}

function purposeOf(type: (typeof linkTypes)[number]): LinkPurpose {
  return type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type;
}

const userId = z.object({ id: z.uuid() });

function idOf(request: FastifyRequest): string {
  const params = userId.safeParse(request.params);
  if (!params.success) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  return params.data.id;
}

/** Empty and zero count as missing; anything but a number is refused, as in GoTrue. */
function pageNumber(value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  if (!/^\d{1,9}$/.test(value)) {
    throw invalid(`Bad Pagination Parameters: ${JSON.stringify(value)} is not a number`);
  }
  return Number(value) || otherwise;
}

/** Newest accounts first by default; an unknown order is refused, as in GoTrue. */
function isNewestFirst(sort: string | undefined): boolean {
  if (sort === undefined) return true;
  const asked = /^created_at(?: (asc|desc))?$/i.exec(sort);
  if (asked === null) throw invalid(`Bad Sort Parameters: ${JSON.stringify(sort)}`);
  return asked[1]?.toLowerCase() !== 'asc';
}

/** The client takes the first digit after the first `=` for the page, so `page` comes first. */
function pageLinks(url: string, page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, rel: string) => `<${url}?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
