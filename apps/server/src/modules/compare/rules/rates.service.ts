import type { ExchangeRates, ExchangeRatesInput } from '@storefleet/contract/articles/rules';
import type { Database } from '../../../platform/db/database.ts';
import { inStoreScope } from '../../../platform/db/store-scope.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Clock } from '../../../platform/time/clock.ts';

type RatesRow = Pick<ExchangeRates, 'rates' | 'version'> & {
  updated_at: Date | null;
  updated_by: string | null;
  updated_by_email: string | null;
  updated_by_name: string | null;
};

export type RatesService = ReturnType<typeof createRatesService>;

/** The single table of exchange rates, as people enter them. */
export function createRatesService({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  async function get(): Promise<ExchangeRates> {
    const { rows } = await db.query<RatesRow>('select * from exchange_rates');
    const [row] = rows;
    if (row === undefined) throw new Error('The row of exchange_rates is gone.');
    const { rates, version, updated_at, updated_by, updated_by_email, updated_by_name } = row;
    const by =
      updated_by === null ? null : { id: updated_by, email: updated_by_email ?? '', name: updated_by_name };
    return { rates, version, updated_at: updated_at?.toISOString() ?? null, updated_by: by };
  }

  return {
    get,
    async save({ rates, version }: ExchangeRatesInput, caller: AuthenticatedUser): Promise<ExchangeRates> {
      // Also of rules in stores that the caller does not see.
      await inStoreScope(null, () =>
        db.transaction(async (tx) => {
          const { rowCount } = await tx.query(
            `update exchange_rates set rates = $1, version = version + 1, updated_at = $2, updated_by = $3,
               updated_by_email = $4, updated_by_name = $5 where version = $6`,
            [JSON.stringify(rates), clock.now(), caller.id, caller.email, caller.name, version],
          );
          if (rowCount === 0) throw conflict('Somebody else changed the rates in the meantime.');
          await tx.query(
            `update equality_rules set deviations = null, counted_at = null where way ->> 'kind' = 'currency'`,
          );
        }),
      );
      return get();
    },
  };
}
