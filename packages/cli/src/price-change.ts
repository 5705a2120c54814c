import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { PRICE_ROUNDINGS } from '@storefleet/contract/constants';
import type { PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { UsageError } from './command.ts';

const SPELLED = /^(?<attribute>\w+)(?<sign>[+-])(?<value>\d+(?:\.\d+)?)(?<percent>%?)$/;

/** `price+4%`, `cost-0.50`. */
export function parsePriceChange(spelled: string, ending: string | undefined): PriceChange {
  const { attribute, sign, value, percent } = SPELLED.exec(spelled.replaceAll(' ', ''))?.groups ?? {};
  const known = MONEY_ATTRIBUTES.find((name) => name === attribute);
  if (known === undefined || value === undefined) {
    throw new UsageError(`Spell a change like price+4% or cost-0.50; one of ${MONEY_ATTRIBUTES.join(', ')}.`);
  }
  const rounding = PRICE_ROUNDINGS.find((name) => name === (ending ?? 'none'));
  if (rounding === undefined) throw new UsageError(`--ending is one of ${PRICE_ROUNDINGS.join(', ')}.`);
  return {
    attribute: known,
    operation: sign === '-' ? 'decrease' : 'increase',
    unit: percent === '%' ? 'percent' : 'amount',
    value,
    rounding,
  };
}

/** `vendor=Quarry Lane`: what follows the first equals sign is the value. */
export function parseValues(spelled: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    spelled.map((text) => {
      const at = text.indexOf('=');
      if (at <= 0) throw new UsageError(`Spell a value like vendor=Acme, not '${text}'.`);
      return [text.slice(0, at).trim(), text.slice(at + 1)];
    }),
  );
}
