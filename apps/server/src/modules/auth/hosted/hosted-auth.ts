import type { Logger } from 'pino';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type AuthProvider, bearerToken, notSignedIn } from '../auth-provider.ts';
import { displayName } from '../claims.ts';
import { accessOf } from '../store-access.ts';
import { createHostedMembers } from './hosted-members.ts';
import { createProject } from './project.ts';
import { createTokenReader } from './tokens.ts';

export type HostedOptions = {
  /** The project's address, such as `https://abcdefgh.supabase.co`. */
  projectUrl: string;
  anonKey: string;
  /** Only for projects that still sign with HS256; no other algorithm is accepted then. */
  jwtSecret: Secret | null;
};

export type HostedAuth = ReturnType<typeof createHostedAuth>;

/**
 * Sign-in happens between the browser and a hosted project. Every request must pass three checks: the token's
 * signature, the project's confirmation that the session is alive, and the list of members.
 */
export function createHostedAuth(
  { projectUrl, anonKey, jwtSecret }: HostedOptions,
  { db, clock, logger }: { db: Database; clock: Clock; logger: Logger },
) {
  const issuer = `${projectUrl.replace(/\/+$/, '')}/auth/v1`;
  const readToken = createTokenReader({ issuer, jwtSecret, clock });
  const project = createProject({ issuer, anonKey, clock });
  const members = createHostedMembers({ db, project, clock, logger });

  const provider: AuthProvider = {
    async authenticate(authorizationHeader, call) {
      const token = bearerToken(authorizationHeader);
      if (token === null) throw notSignedIn();
      const claims = await readToken(token);
      const user = await project.userOf(token);
      if (user.id !== claims.sub)
        throw notSignedIn(new Error('The project knows this token by another name.'));
      if (user.hasSecondFactor && claims.aal !== 'aal2' && !call?.isBeforeSecondFactor)
        throw new AppError({ code: 'second_factor_required' });
      const member = await members.admit(user);
      if (member === null) throw new AppError({ code: 'not_a_member' });
      return {
        id: claims.sub,
        email: claims.email,
        name: member.name ?? displayName(claims.user_metadata),
        ...accessOf(member),
        sessionId: claims.session_id ?? null,
      };
    },
    accessOf: members.accessOf,
    publicConfig: async () => ({ url: issuer, anon_key: anonKey }),
    needsSetup: async () => false,
  };

  return {
    provider,
    members,
    /** The URL of the project's own pages. */
    projectUrl,

    async prepare(firstEmail: string | undefined): Promise<void> {
      if (await members.prepare(firstEmail)) return;
      logger.warn(
        'Nobody may sign in yet: name the first member with ADMIN_EMAIL, or by `npm run users -- add EMAIL`.',
      );
    },
  };
}
