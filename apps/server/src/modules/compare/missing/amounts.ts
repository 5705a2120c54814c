import type { ExchangeRate } from '@storefleet/contract/articles/rules';
import { MONEY_ATTRIBUTES, type MoneyAttribute } from '@storefleet/contract/attributes/attributes';
import type { PriceRounding } from '@storefleet/contract/constants';
import { changeAmount, currencyDecimals } from '@storefleet/contract/edits/price-change';
import { multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import type { ActiveRule } from '../rules/active-rules.ts';
import type { ComparedStore } from '../scope.ts';

/** Converts an amount of one store for another. */
type Convert = (amount: string) => string;
export type Amounts = Readonly<Record<MoneyAttribute, Convert | null>>;

type Known = { readonly rules: readonly ActiveRule[]; readonly rates: readonly ExchangeRate[] };
type Store = Pick<ComparedStore, 'id' | 'currency'>;

/** Converts by the amount's rule, else by the rate; null without either: the bare number would be wrong. */
export function amountsFor({ rules, rates }: Known, from: Store, to: Store): Amounts {
  const rate =
    from.currency === to.currency
      ? '1'
      : rates.find((one) => one.from === from.currency && one.to === to.currency)?.rate;
  const convert = (attribute: MoneyAttribute): Convert | null => {
    const rule = rules.find((one) => one.attribute === attribute && one.sourceStoreId === from.id);
    const target = rule?.targets.find(({ storeId }) => storeId === to.id);
    const isWorkedOut = rule?.way.kind === 'formula' || rule?.way.kind === 'currency';
    if (rule && target && isWorkedOut) {
      return worked(target, 'ending' in rule.way ? rule.way.ending : null);
    }
    if ((rule && target) || rate === '1') return (amount) => amount;
    if (rate === undefined) return null;
    return worked({ factor: rate, amount: '0', decimals: currencyDecimals(to.currency) }, null);
  };
  return Object.fromEntries(MONEY_ATTRIBUTES.map((one) => [one, convert(one)])) as Amounts;
}

type Formula = { readonly factor: string; readonly amount: string; readonly decimals: number };

/** The same calculation as in `deviationsSql`. */
function worked({ factor, amount, decimals }: Formula, ending: string | null): Convert {
  const rounding = (ending ?? 'none') as PriceRounding;
  const change = { operation: 'increase', unit: 'amount', value: amount, rounding } as const;
  return (base) => changeAmount(change, multiplyDecimals(base, factor), decimals);
}
