import type { Connector } from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Availability } from './availability.ts';
import { retryChangesNow } from './changes.repository.ts';
import { findNotifiedStore, type Registered, saveRegistration } from './store-webhooks.repository.ts';

export type RegistrationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly availability: Availability;
  readonly connect: (storeId: string) => Promise<Connector>;
  /** Records the domains under which the shop may sign its webhooks. */
  readonly identify: (
    storeId: string,
    connector: Connector,
    options: { signal: AbortSignal; again: boolean },
  ) => Promise<void>;
  readonly addressOf: (storeId: string) => string;
};

/** Shops drop an address that has failed for hours: their list is checked at this interval. */
const CHECK_INTERVAL_MS = 60 * 60_000;
const FIRST_RETRY_MS = 30_000;

/** Registers the requested webhooks at the shop, and stores the result. */
export function createRegistration(deps: RegistrationDeps) {
  const { db, clock, logger, availability } = deps;

  async function check(storeId: string, signal: AbortSignal): Promise<void> {
    const checkedAt = clock.now();
    const own = await findNotifiedStore(db, storeId);
    if (own === null) return;
    const isWanted = own.enabled && (await availability.whyNot(own)) === null;
    const save = (registered: Registered, failed = false) => {
      const retry = Math.min(CHECK_INTERVAL_MS, FIRST_RETRY_MS * 2 ** own.failed_checks);
      const check = {
        enabled: own.enabled,
        checkedAt,
        failedChecks: failed ? own.failed_checks + 1 : 0,
        nextCheckIn: failed ? retry : CHECK_INTERVAL_MS,
      };
      return saveRegistration(db, storeId, { ...registered, ...check }, clock.now());
    };
    try {
      if (isWanted) {
        const address = deps.addressOf(storeId);
        const connector = await deps.connect(storeId);
        await deps.identify(storeId, connector, { signal, again: true });
        const { topics, refusals } = await changesOf(connector).subscribe(address, { signal });
        await save({ uri: address, topics, error: refusals.join(' ') || null });
        // Changes that failed before, for example with a replaced token, may succeed now.
        if (own.applying_error !== null) await retryChangesNow(db, storeId);
        return;
      }
      if (own.registered_uri !== null) {
        await changesOf(await deps.connect(storeId)).unsubscribe(own.registered_uri, { signal });
      }
      await save({ uri: null, topics: [], error: null });
    } catch (error) {
      if (!(error instanceof SourceError || error instanceof AppError)) throw error;
      logger.warn({ err: error, store_id: storeId }, 'webhooks: a shop could not be asked');
      const { registered_uri: uri, registered_topics: topics } = own;
      await save({ uri, topics, error: error.message }, true);
    }
  }

  return { check };
}

function changesOf({ changes }: Connector) {
  if (changes === undefined) throw new AppError({ code: 'wrong_store_type' });
  return changes;
}
