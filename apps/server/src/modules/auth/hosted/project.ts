import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AppError, unavailable } from '../../../platform/http/problem.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { notSignedIn } from '../auth-provider.ts';

/** Milliseconds to cache the project's answer about a token; a ban takes effect within them. */
const answerLifetime = 60_000;
/** Milliseconds. */
const answerTimeout = 5_000;
/** Cached answers; beyond that, expired ones are dropped. */
const answersKept = 1_000;

/** The owner of a token, as the project knows them now. */
const projectUser = z
  .object({
    id: z.uuid(),
    email: z.string().default(''),
    email_confirmed_at: z.string().nullish(),
    last_sign_in_at: z.iso.datetime({ offset: true }).nullish(),
    factors: z.array(z.object({ status: z.string() })).nullish(),
  })
  .transform(({ factors, ...user }) => ({
    ...user,
    hasSecondFactor: factors?.some(({ status }) => status === 'verified') ?? false,
  }));
export type ProjectUser = z.output<typeof projectUser>;

const projectSettings = z.object({
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
});

export type Project = ReturnType<typeof createProject>;

/** Calls a hosted project over HTTP. */
export function createProject(options: { issuer: string; anonKey: string; clock: Clock }) {
  const { issuer, anonKey, clock } = options;
  const elapsed = steadyTime(clock);
  const answers = new Map<string, { user: Promise<ProjectUser>; until: number }>();

  async function ask(path: string, token?: string): Promise<Response> {
    try {
      return await fetch(`${issuer}${path}`, {
        headers: { apikey: anonKey, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        signal: AbortSignal.timeout(answerTimeout),
      });
    } catch (error) {
      throw projectAway(error);
    }
  }

  /** The project refuses tokens of people who are banned or gone, and of ended sessions. */
  async function askForUser(token: string): Promise<ProjectUser> {
    const response = await ask('/user', token);
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) {
      const user = projectUser.safeParse(body);
      if (!user.success) throw projectAway(user.error);
      return user.data;
    }
    const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
    throw isRefusal
      ? notSignedIn(new Error(`The project answered ${response.status}.`))
      : projectAway(new Error(`The project answered ${response.status}.`));
  }

  function forgetOld(now: number): void {
    for (const [key, { until }] of answers) if (until <= now) answers.delete(key);
  }

  return {
    /** The owner of a token; a 401 if the project refuses it, a 503 if it does not respond. */
    userOf(token: string): Promise<ProjectUser> {
      const now = elapsed();
      const key = createHash('sha256').update(token).digest('base64url');
      const known = answers.get(key);
      if (known !== undefined && known.until > now) return known.user;
      if (answers.size >= answersKept) forgetOld(now);
      const user = askForUser(token);
      answers.set(key, { user, until: now + answerLifetime });
      // The next request asks again, whether the project was unavailable or refused.
      user.catch(() => answers.delete(key));
      return user;
    },

    /** False if anybody can create an account there for an address that is not theirs. */
    async vouchesForAddresses(): Promise<boolean> {
      const response = await ask('/settings');
      const settings = projectSettings.safeParse(await response.json().catch(() => null));
      if (!response.ok || !settings.success) {
        throw projectAway(
          new Error(`The project answered ${response.status} to a question for its settings.`),
        );
      }
      return settings.data.disable_signup || !settings.data.mailer_autoconfirm;
    },
  };
}

/** A 503: an unreachable project must sign nobody out. */
export function projectAway(cause: unknown): AppError {
  return unavailable(
    'The sign-in service is not answering. Please try again in a moment.',
    'service_unavailable',
    { headers: { 'retry-after': '5' }, cause },
  );
}
