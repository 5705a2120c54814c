import type { Logger } from 'pino';
import type { Database } from '../../platform/db/database.ts';

export type Installation = ReturnType<typeof createInstallation>;

/** Values that all processes on one database share, whatever each was started with. */
export function createInstallation({ db, appUrl }: { db: Database; appUrl: string }) {
  let known: Promise<string> | null = null;

  async function read(): Promise<{ issuer: string; app_url: string }> {
    await db.query(
      'insert into installation (issuer, app_url) values ($1, $2) on conflict (is_only) do nothing',
      [`${appUrl}/auth/v1`, appUrl],
    );
    const { rows } = await db.query<{ issuer: string; app_url: string }>(
      'select issuer, app_url from installation',
    );
    const [installation] = rows;
    if (installation === undefined) throw new Error('The installation has no issuer.');
    return installation;
  }

  return {
    /** Identifies this installation in tokens; fixed at the first start: a new address signs nobody out. */
    issuer(): Promise<string> {
      known ??= read().then(
        ({ issuer }) => issuer,
        (error: unknown) => {
          known = null;
          throw error;
        },
      );
      return known;
    },

    /** Logs if this process was started with a different APP_URL than the previous one. */
    async compareAppUrl(logger: Logger): Promise<void> {
      const { app_url: before } = await read();
      if (before === appUrl) return;
      logger.warn(
        { app_url: appUrl, before },
        `APP_URL is ${appUrl}, and was ${before} at the start before this one. People stay signed in, but links in mails lead to the address of the process that sends them: set the same APP_URL for every process.`,
      );
      await db.query('update installation set app_url = $1', [appUrl]);
    },
  };
}
