import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import { isCompareAtOfList, isListPrice, type ListPrices } from '@storefleet/contract/attributes/list-prices';
import { oneOf } from '@storefleet/contract/edits/guard-rail-words';
import type { BrokenGuardRail, GuardRailRule } from '@storefleet/contract/edits/guard-rails';
import { currencyDecimals } from '@storefleet/contract/edits/price-change';
import {
  type AttributeValue,
  type AttributeValues,
  splitTags,
} from '@storefleet/contract/values/attribute-value';
import {
  canonicalDecimal,
  compareDecimals,
  divideDecimals,
  isDecimal,
  multiplyDecimals,
  subtractDecimals,
} from '@storefleet/contract/values/money/decimal';
import type { Rule } from './rules.ts';

/** A row of an update: its changes, and the current values of its product and variant. */
export type CheckedRow = {
  readonly storeId: string;
  /** That of the store, or of the price list that an attribute is about; empty for a list that is not read. */
  readonly currencyOf: (attribute: EditableAttribute) => string;
  readonly changes: { readonly [Attribute in EditableAttribute]?: Change };
  /** Null if our copy has none. */
  readonly product: {
    readonly vendor: string | null;
    readonly product_type: string | null;
    readonly tags: readonly string[];
  } | null;
  readonly variant: {
    readonly price: string | null;
    readonly cost: string | null;
    readonly list_prices?: ListPrices | null;
  } | null;
};
type Change = { readonly old: AttributeValue; readonly new: AttributeValue };

/** The guard rails a row breaks, each with a sentence about it. */
export function brokenBy(rules: readonly Rule[], row: CheckedRow): BrokenGuardRail[] {
  return rules.flatMap((rule) => {
    if (!holdsFor(rule, row)) return [];
    const message = complaintOf(rule.rule, row);
    return message === null ? [] : [{ guard_rail_id: rule.id, effect: rule.effect, message }];
  });
}

/** A row that leaves a vendor, type or tag is still checked by its rules, or one edit could do both. */
function holdsFor({ scope }: Rule, { storeId, product, changes }: CheckedRow): boolean {
  const isAmong = (wanted: readonly string[], held: readonly AttributeValue[]) =>
    wanted.length === 0 ||
    held.some((value) => wanted.some((name) => name.toLowerCase() === value?.toLowerCase()));
  const both = (attribute: 'vendor' | 'product_type') => [
    product?.[attribute] ?? null,
    changes[attribute]?.new ?? null,
  ];
  return (
    isAmong(scope.store_ids, [storeId]) &&
    isAmong(scope.vendors, both('vendor')) &&
    isAmong(scope.product_types, both('product_type')) &&
    isAmong(scope.tags, [...(product?.tags ?? []), ...splitTags(changes.tags?.new ?? null)])
  );
}

function complaintOf(rule: GuardRailRule, row: CheckedRow): string | null {
  switch (rule.kind) {
    case 'min_margin':
      return marginComplaint(rule.percent, row);
    case 'max_move':
      return complaintOfAny(rule, row, (amount) => moveComplaint(rule, amount));
    case 'floor':
    case 'ceiling':
      return complaintOfAny(rule, row, (amount) => limitComplaint(rule, amount));
    case 'ending':
      return complaintOfAny(rule, row, (amount) => endingComplaint(rule, amount));
    case 'max_rows':
    case 'quiet_hours':
      return null;
  }
}

const HUNDRED = '100';

/** An amount that is to be written, and what it is called. */
type Amount = {
  readonly name: string;
  readonly old: AttributeValue;
  readonly new: string;
  readonly currency: string;
};

/** A rule about prices holds for the fixed prices on price lists as well, each in the currency of its list. */
function complaintOfAny(
  { attribute }: Extract<GuardRailRule, { attribute: unknown }>,
  { changes, currencyOf }: CheckedRow,
  complain: (amount: Amount) => string | null,
): string | null {
  for (const [name, change] of entriesOf(changes)) {
    const kind = isListPrice(name) ? (isCompareAtOfList(name) ? 'compare_at_price' : 'price') : name;
    if (kind !== attribute || change.new === null || !isDecimal(change.new)) continue;
    const { old, new: to } = change;
    const complaint = complain({ name: labelOf(name), old, new: to, currency: currencyOf(name) });
    if (complaint !== null) return complaint;
  }
  return null;
}

const entriesOf = (changes: CheckedRow['changes']) =>
  Object.entries(changes) as readonly (readonly [EditableAttribute, Change])[];

/** As its shops write prices: `19.90`, or `1990` in currencies without decimals, which have no `.99`. */
function endingComplaint(
  { endings }: Extract<GuardRailRule, { kind: 'ending' }>,
  { name, new: amount, currency }: Amount,
): string | null {
  const isWhole = currencyDecimals(currency) === 0;
  const shown = isWhole ? canonicalDecimal(amount) : amount;
  const known = isWhole ? endings.filter((ending) => !ending.includes('.')) : endings;
  if (known.length === 0 || known.some((ending) => shown.endsWith(inFull(ending)))) return null;
  return `${name} becomes ${shown}, which does not end with ${oneOf(known)}.`;
}

/** `.9` is `.90`. */
const inFull = (ending: string) => (/\.\d$/.test(ending) ? `${ending}0` : ending);

/** Of the shop's own price, and of fixed prices on price lists in the currency of the cost. */
function marginComplaint(percent: number, { changes, variant, currencyOf }: CheckedRow): string | null {
  const cost = (changes.cost ?? { new: variant?.cost ?? null }).new;
  if (cost === null || !isDecimal(cost)) return null;
  const held: AttributeValues = { price: variant?.price ?? null, ...variant?.list_prices };
  for (const name of Object.keys({ ...held, ...changes }) as EditableAttribute[]) {
    const isPrice = name === 'price' || (isListPrice(name) && !isCompareAtOfList(name));
    if (!isPrice || !(changes[name] || changes.cost) || currencyOf(name) !== currencyOf('cost')) continue;
    const complaint = thinMargin(percent, name, (changes[name] ?? { new: held[name] ?? null }).new, cost);
    if (complaint !== null) return complaint;
  }
  return null;
}

function thinMargin(
  percent: number,
  name: EditableAttribute,
  price: AttributeValue,
  cost: string,
): string | null {
  if (price === null || !isDecimal(price)) return null;
  // cost / price <= 1 - percent / 100, without dividing.
  const allowed = multiplyDecimals(price, subtractDecimals(HUNDRED, String(percent)));
  if (compareDecimals(multiplyDecimals(cost, HUNDRED), allowed) <= 0) return null;
  if (compareDecimals(price, '0') <= 0)
    return `${labelOf(name)} becomes ${price}, below the cost of ${cost}.`;
  const margin = percentBeyond(percent, subtractDecimals(price, cost), price);
  const whose = name === 'price' ? 'Margin' : `Margin of ${labelOf(name)}`;
  return `${whose} becomes ${margin}%; at least ${percent}% is required.`;
}

function moveComplaint(
  { direction, percent }: Extract<GuardRailRule, { kind: 'max_move' }>,
  { name, old: from, new: to }: Amount,
): string | null {
  if (from === null || !isDecimal(from) || compareDecimals(from, '0') === 0) return null;
  const difference = subtractDecimals(to, from);
  const isFall = difference.startsWith('-');
  if (direction === (isFall ? 'up' : 'down')) return null;
  const size = difference.replace('-', '');
  if (compareDecimals(multiplyDecimals(size, HUNDRED), multiplyDecimals(from, String(percent))) <= 0)
    return null;
  const moved = percentBeyond(percent, size, from);
  return `${name} ${isFall ? 'falls' : 'rises'} by ${moved}%; at most ${percent}% is allowed.`;
}

const MOST_DECIMALS = 6;

/** A percentage with enough decimals to differ from the limit it exceeds. */
function percentBeyond(limit: number, part: string, whole: string): string {
  for (let decimals = 1; ; decimals++) {
    const percent = divideDecimals(multiplyDecimals(part, HUNDRED), whole, decimals);
    if (decimals === MOST_DECIMALS || compareDecimals(percent, String(limit)) !== 0) return percent;
  }
}

function limitComplaint(
  { kind, amount, currency }: Extract<GuardRailRule, { kind: 'floor' | 'ceiling' }>,
  { name, new: to, currency: own }: Amount,
): string | null {
  if (currency !== own) return null;
  const isFloor = kind === 'floor';
  if (compareDecimals(to, amount) * (isFloor ? 1 : -1) >= 0) return null;
  return `${name} becomes ${to}; at ${isFloor ? 'least' : 'most'} ${amount} ${currency} is allowed.`;
}
