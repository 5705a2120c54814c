import {
  declared,
  type EditableAttribute,
  type MoneyAttribute,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import {
  columnOf,
  isMembership,
  type MembershipAttribute,
} from '@storefleet/contract/attributes/memberships';
import { isMetafield, type MetafieldAttribute } from '@storefleet/contract/attributes/metafields';
import {
  isStock,
  locationOf,
  quantityProblem,
  type StockAttribute,
} from '@storefleet/contract/attributes/stock';
import type { PriceRounding } from '@storefleet/contract/constants';
import { distinctTags, isAmount, isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { readNumber } from '../../lib/format/read-amount.ts';
import { readValue } from '../../lib/format/read-value.ts';
import type { KnownMetafield } from '../metafields/known-metafields.ts';
import { problemEverywhere } from '../metafields/metafield-choice.ts';
import type { PreviewRequest } from './api/changes.ts';

export type ActionKind =
  | 'set'
  | 'increase'
  | 'decrease'
  | 'add'
  | 'remove'
  | 'append'
  | 'prepend'
  | 'replace'
  | 'clear';

/** State of the Bulk Actions panel. */
export type BulkAction = {
  attribute: EditableAttribute;
  kind: ActionKind;
  unit: 'percent' | 'amount';
  value: string;
  /** What a replacement looks for. */
  find: string;
  /** Base of an increase or decrease. */
  base: MoneyAttribute;
  rounding: PriceRounding;
  /** Sets barcode and SKU to the same value. */
  both: boolean;
};

/** They stand for all of their kind: which one is the value of the action, a handle or a name. */
export const COLLECTION: MembershipAttribute = 'collection.';
export const CHANNEL: MembershipAttribute = 'channel.';

export const FIRST_ACTION: BulkAction = {
  attribute: 'price',
  kind: 'set',
  unit: 'percent',
  value: '',
  find: '',
  base: 'price',
  rounding: 'none',
  both: false,
};

/** Input type for an attribute's value. */
type ValueKind = 'money' | 'weight' | 'choice' | 'tags' | 'quantity' | 'text' | 'html' | 'place';

export type ActionRequest = Pick<
  PreviewRequest,
  'attributes_to_set' | 'price_change' | 'tag_change' | 'stock_change' | 'description_change' | 'restore'
>;

type ReadAction =
  | { ok: true; request: ActionRequest }
  /** `isBlank`: no error, just nothing to do yet. */
  | { ok: false; message: string; isBlank: boolean };

export function valueKindOf(attribute: EditableAttribute): ValueKind {
  if (isAmount(attribute)) return 'money';
  if (isMembership(attribute)) return 'place';
  const { kind } = declared(attribute);
  const own: readonly string[] = ['weight', 'tags', 'choice', 'quantity', 'html'];
  return own.includes(kind) ? (kind as ValueKind) : 'text';
}

/** Actions available for an attribute, most common first. */
export function actionKindsOf(attribute: EditableAttribute): readonly ActionKind[] {
  // Adding comes first: replacing loses the other tags.
  if (attribute === 'tags') return ['add', 'remove', 'set', 'clear'];
  if (isMembership(attribute)) return ['add', 'remove'];
  if (attribute === 'description') return ['append', 'prepend', 'replace', 'set', 'clear'];
  const isNumber = isAmount(attribute) || isStock(attribute);
  const changes: ActionKind[] = isNumber ? ['set', 'increase', 'decrease'] : ['set'];
  return declared(attribute).clearable ? [...changes, 'clear'] : changes;
}

/** Sets both codes to the same value; only applies if one of them is chosen. */
export function canUpdateBoth(attribute: EditableAttribute): boolean {
  return attribute === 'barcode' || attribute === 'sku';
}

/** Another attribute starts with an empty value; an unsupported kind of change becomes "set to". */
export function withAttribute(action: BulkAction, attribute: EditableAttribute): BulkAction {
  const kind = valueKindOf(attribute);
  const isTyped =
    kind === 'choice' || kind === 'place' || isMetafield(attribute) || isMetafield(action.attribute);
  const keepsValue = kind === valueKindOf(action.attribute) && !isTyped;
  return {
    ...action,
    attribute,
    kind: keepsKind(action, attribute) ? action.kind : (actionKindsOf(attribute)[0] ?? 'set'),
    value: keepsValue ? action.value : '',
    base: isMoneyAttribute(attribute) ? attribute : action.base,
  };
}

/** Switching from another attribute never implies replacing all tags or a whole description. */
const keepsKind = ({ kind }: BulkAction, attribute: EditableAttribute) =>
  actionKindsOf(attribute).includes(kind) &&
  !(kind === 'set' && (attribute === 'tags' || attribute === 'description'));

/** Builds the action's request, or explains why there is none. `metafields`: those of the stores in question. */
export function readAction(action: BulkAction, metafields: readonly KnownMetafield[] = []): ReadAction {
  const { attribute, kind, value } = action;
  if (isMetafield(attribute)) return readMetafield(attribute, kind === 'clear' ? null : value, metafields);
  if (kind === 'clear') return set(action, attribute === 'tags' ? [] : null);
  if (kind === 'replace') return readReplacement(action);
  const text = value.trim();
  if (text === '') return { ok: false, message: blankSentence(attribute), isBlank: true };
  if (isMembership(attribute)) {
    return {
      ok: true,
      request: { attributes_to_set: { [columnOf(attribute)]: { [text]: kind === 'add' } } },
    };
  }
  if (kind === 'append' || kind === 'prepend') {
    return { ok: true, request: { description_change: { operation: kind, text } } };
  }
  if (kind === 'add' || kind === 'remove') return readTags(kind, text);
  if (isStock(attribute)) return readStock(attribute, kind, text);
  if (kind !== 'set') return readChange(action, text);
  const read = readValue(attribute, text, { held: null });
  if (!read.ok) return refuse(read.message);
  if (attribute !== 'tags') return set(action, read.value);
  const tags = distinctTags([text]);
  return tags.length === 0 ? NO_TAGS : set(action, tags);
}

/** Without a replacement, what is found is removed. */
function readReplacement({ find, value }: BulkAction): ReadAction {
  if (find.trim() === '') return { ok: false, message: 'Enter the text to replace first.', isBlank: true };
  return {
    ok: true,
    request: { description_change: { operation: 'replace', find: find.trim(), text: value } },
  };
}

/** As it is typed: each store spells it by its own definition. */
function readMetafield(
  attribute: MetafieldAttribute,
  value: string | null,
  metafields: readonly KnownMetafield[],
): ReadAction {
  const known = metafields.find((metafield) => metafield.attribute === attribute);
  const problem = known && value !== null ? problemEverywhere(known, value) : null;
  if (value?.trim() === '') return { ok: false, message: blankSentence(attribute), isBlank: true };
  if (problem !== null) return refuse(problem);
  return { ok: true, request: { attributes_to_set: { metafields: { [attribute]: value } } } };
}

function readTags(operation: 'add' | 'remove', text: string): ReadAction {
  const read = readValue('tags', text, { held: null });
  if (!read.ok) return refuse(read.message);
  const tags = distinctTags([text]);
  return tags.length === 0 ? NO_TAGS : { ok: true, request: { tag_change: { operation, tags } } };
}

function readStock(attribute: StockAttribute, kind: ActionKind, text: string): ReadAction {
  const quantity = text.replace('−', '-');
  const problem = quantityProblem(attribute, quantity);
  if (problem !== null) return refuse(problem);
  const [location, value] = [locationOf(attribute), Number(quantity)];
  if (kind !== 'increase' && kind !== 'decrease') {
    return { ok: true, request: { attributes_to_set: { stock: { [location]: value } } } };
  }
  if (value < 1) return refuse('Enter a whole number of at least 1.');
  return { ok: true, request: { stock_change: { location, operation: kind, value } } };
}

const blankSentences: Record<ValueKind, string> = {
  money: 'Enter an amount first.',
  weight: 'Enter a weight first.',
  choice: 'Choose a value first.',
  tags: 'Enter at least one tag first.',
  quantity: 'Enter a quantity first.',
  text: 'Enter a value first.',
  html: 'Enter a text first.',
  place: 'Choose a collection first.',
};

const blankSentence = (attribute: EditableAttribute) =>
  attribute === 'status'
    ? 'Choose a status first.'
    : attribute === CHANNEL
      ? 'Choose a channel first.'
      : blankSentences[valueKindOf(attribute)];

const NO_TAGS: ReadAction = { ok: false, message: blankSentences.tags, isBlank: true };

function readChange(action: BulkAction, text: string): ReadAction {
  const { attribute, base, unit, rounding } = action;
  if (!isMoneyAttribute(attribute) && !isListPrice(attribute))
    return refuse('Only amounts of money can be increased or decreased.');
  const number = readNumber(text);
  if (!number.ok) return refuse(number.message);
  const { value } = number;
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(value)) {
    return refuse('Enter a number of at least 0, such as 10 or 2.5.');
  }
  const isOwnBase = isListPrice(attribute) || base === attribute;
  if (/^0+(\.0+)?$/.test(value) && rounding === 'none' && isOwnBase) {
    return refuse('A change of 0 changes nothing.');
  }
  const operation = action.kind === 'decrease' ? 'decrease' : 'increase';
  const ownBase = isOwnBase ? {} : { base };
  return {
    ok: true,
    request: { price_change: { attribute, ...ownBase, operation, unit, value, rounding } },
  };
}

/** What an increase or decrease starts from: a price on a list from itself, as the shop's may be in another currency. */
export const baseOf = ({ attribute, base }: BulkAction): EditableAttribute =>
  isListPrice(attribute) ? attribute : base;

function set({ attribute, both }: BulkAction, value: string | string[] | null): ReadAction {
  const attributes_to_set =
    both && canUpdateBoth(attribute)
      ? { barcode: value, sku: value }
      : isListPrice(attribute)
        ? { list_prices: { [attribute]: value } }
        : { [attribute]: value };
  return { ok: true, request: { attributes_to_set } as ActionRequest };
}

function refuse(message: string): ReadAction {
  return { ok: false, message, isBlank: false };
}
