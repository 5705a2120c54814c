import type { EqualityRule, ExchangeRate } from '@storefleet/contract/articles/rules';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { currencyDecimals } from '@storefleet/contract/edits/price-change';
import type { Queryable } from '../../../platform/db/database.ts';

/** An enabled rule, with what its values are computed from in each of its stores. */
export type ActiveRule = Pick<EqualityRule, 'id' | 'title' | 'attribute' | 'way' | 'watch' | 'version'> & {
  readonly sourceStoreId: string;
  readonly targets: readonly Target[];
  /** Stores without a rate, as "EUR to CHF". */
  readonly missingRates: readonly string[];
};

type Target = {
  readonly storeId: string;
  readonly factor: string;
  readonly amount: string;
  /** Decimals of the store's currency. */
  readonly decimals: number;
};

type RuleRow = Omit<ActiveRule, 'sourceStoreId' | 'targets' | 'missingRates'> & {
  source_store_id: string | null;
  source_currency: string;
  targets: readonly { id: string; currency: string }[];
  rates: readonly ExchangeRate[];
};

/** The enabled rules of existing stores that take part. */
export async function readActiveRules(db: Queryable): Promise<ActiveRule[]> {
  const { rows } = await db.query<RuleRow>(
    `select rule.id, rule.title, rule.attribute, rule.way, rule.watch, rule.version, rule.source_store_id,
       coalesce(source.store_currency, $1) as source_currency, (select rates from exchange_rates) as rates,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'currency', coalesce(s.store_currency, $1)))
         from stores s left join article_stores r on r.store_id = s.id
         where s.id = any(rule.store_ids) and s.deleted_at is null and r.is_left_out is not true), '[]') as targets
     from equality_rules rule join stores source on source.id = rule.source_store_id and source.deleted_at is null
     where rule.is_enabled order by rule.created_at, rule.id`,
    [DEFAULT_CURRENCY],
  );
  return rows.map(toActiveRule);
}

function toActiveRule({ source_store_id, source_currency, targets, rates, ...rule }: RuleRow): ActiveRule {
  const rateTo = (currency: string): string | null =>
    currency === source_currency
      ? '1'
      : (rates.find(({ from, to }) => from === source_currency && to === currency)?.rate ?? null);
  const found: Target[] = [];
  const missing = new Set<string>();
  for (const { id, currency } of targets) {
    const factor =
      rule.way.kind === 'currency' ? rateTo(currency) : rule.way.kind === 'formula' ? rule.way.factor : '1';
    const amount = rule.way.kind === 'formula' ? rule.way.amount : '0';
    if (factor === null) missing.add(`${source_currency} to ${currency}`);
    else found.push({ storeId: id, factor, amount, decimals: currencyDecimals(currency) });
  }
  return { ...rule, sourceStoreId: source_store_id ?? '', targets: found, missingRates: [...missing] };
}
