import { EDITABLE_ATTRIBUTES, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { readMetafieldName } from '@storefleet/contract/attributes/metafields';
import {
  HISTORY_DEFAULT_PAGE_SIZE,
  HISTORY_PAGE_SIZES,
  HISTORY_SOURCES,
  type HistorySource,
  PREFERENCE_KEYS,
} from '@storefleet/contract/constants';
import { readText, removeEntry, writeText } from '../../../lib/browser/browser-storage.ts';
import { isDay } from './calendar-days.ts';

/** Chosen filters; null for no choice. Days are `YYYY-MM-DD`, both inclusive. */
export type HistoryChoice = {
  store: string | null;
  user: string | null;
  attribute: EditableAttribute | null;
  source: HistorySource | null;
  /** Product words, or a SKU or barcode. */
  search: string | null;
  from: string | null;
  to: string | null;
  /** Also stock that syncs and webhooks found changed, as every sale does. */
  stock: true | null;
};

/** Limits the history to one batch, product or variant, for links from elsewhere. */
export type HistorySubject = { kind: 'batch' | 'product' | 'variant'; id: string };

/** Everything that determines what the screen shows. */
export type HistoryView = HistoryChoice & {
  subject: HistorySubject | null;
  page: number;
  pageSize: number;
  viewAll: boolean;
};

/** The view in the URL; `any` means "no choice" where a saved one would be filled in. */
export type HistoryAddress = {
  store?: string;
  user?: string;
  attribute?: EditableAttribute;
  source?: HistorySource;
  q?: string;
  from?: string;
  to?: string;
  stock?: 'shown';
  batch?: string;
  product?: string;
  variant?: string;
  page?: number;
  size?: number;
  view?: 'all';
  /** The saved view it was opened from. */
  saved?: string;
};

export const NO_CHOICE: HistoryChoice = {
  store: null,
  user: null,
  attribute: null,
  source: null,
  search: null,
  from: null,
  to: null,
  stock: null,
};

const ANY = 'any';
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Parses the URL; unknown values are ignored. */
export function parseHistoryAddress(raw: Record<string, unknown>): HistoryAddress {
  const idOrAny = (value: unknown) => (isId(value) || value === ANY ? value : undefined);
  const dayOrAny = (value: unknown) => (isDay(value) || value === ANY ? value : undefined);
  const id = (value: unknown) => (isId(value) ? value : undefined);
  const page = Number(raw.page);
  const size = Number(raw.size);
  const address: HistoryAddress = {
    store: idOrAny(raw.store),
    user: idOrAny(raw.user),
    attribute:
      EDITABLE_ATTRIBUTES.find((attribute) => attribute === raw.attribute) ??
      readMetafieldName(raw.attribute) ??
      undefined,
    source: HISTORY_SOURCES.find((source) => source === raw.source),
    q: raw.q === undefined ? undefined : String(raw.q).trim().slice(0, 200) || undefined,
    from: dayOrAny(raw.from),
    to: dayOrAny(raw.to),
    stock: raw.stock === 'shown' ? 'shown' : undefined,
    batch: id(raw.batch),
    product: id(raw.product),
    variant: id(raw.variant),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    size: HISTORY_PAGE_SIZES.find((candidate) => candidate === size),
    view: raw.view === 'all' ? 'all' : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/**
 * The URL wins; this browser's preferences fill the gaps, unless the URL names a batch, product or variant:
 * such a link means all of its changes.
 */
export function viewOf(address: HistoryAddress): HistoryView {
  const subject = subjectOf(address);
  const saved = subject ? NO_CHOICE : savedChoice();
  const chosen = (value: string | undefined, otherwise: string | null) =>
    value === undefined ? otherwise : value === ANY ? null : value;
  return {
    store: chosen(address.store, saved.store),
    user: chosen(address.user, saved.user),
    attribute: address.attribute ?? null,
    source: address.source ?? null,
    search: address.q ?? null,
    from: chosen(address.from, saved.from),
    to: chosen(address.to, saved.to),
    stock: address.stock ? true : null,
    subject,
    page: address.page ?? 1,
    pageSize: address.size ?? HISTORY_DEFAULT_PAGE_SIZE,
    viewAll: address.view === 'all',
  };
}

/** A URL that shows the same in any browser, whatever its preferences. */
export function addressOf(view: HistoryView): HistoryAddress {
  const orAny = (value: string | null) => value ?? (view.subject ? undefined : ANY);
  return parseHistoryAddress({
    store: orAny(view.store),
    user: orAny(view.user),
    attribute: view.attribute ?? undefined,
    source: view.source ?? undefined,
    q: view.search ?? undefined,
    from: orAny(view.from),
    to: orAny(view.to),
    stock: view.stock ? 'shown' : undefined,
    ...(view.subject ? { [view.subject.kind]: view.subject.id } : {}),
    page: view.viewAll ? undefined : view.page,
    size: view.pageSize === HISTORY_DEFAULT_PAGE_SIZE ? undefined : view.pageSize,
    view: view.viewAll ? 'all' : undefined,
  });
}

/** The screen's view of a URL. */
export function readAddress(raw: Readonly<Record<string, unknown>>): HistoryAddress {
  return addressOf(viewOf(parseHistoryAddress(raw)));
}

/** Stores the filters for the next visit. */
export function saveChoice({ store, user, from, to }: HistoryChoice): void {
  const keep = (key: string, value: string | null) =>
    value === null ? removeEntry(key) : writeText(key, value);
  keep(PREFERENCE_KEYS.historyStore, store);
  keep(PREFERENCE_KEYS.historyUser, user);
  keep(PREFERENCE_KEYS.historyStartDate, from);
  keep(PREFERENCE_KEYS.historyEndDate, to);
}

export function hasChoice(choice: HistoryChoice): boolean {
  const { store, user, attribute, source, search, from, to, stock } = choice;
  return [store, user, attribute, source, search, from, to, stock].some((value) => value !== null);
}

function savedChoice(): HistoryChoice {
  const saved = (key: string, isValid: (value: unknown) => value is string) => {
    const value = readText(key);
    return isValid(value) ? value : null;
  };
  const from = saved(PREFERENCE_KEYS.historyStartDate, isDay);
  const to = saved(PREFERENCE_KEYS.historyEndDate, isDay);
  return {
    store: saved(PREFERENCE_KEYS.historyStore, isId),
    user: saved(PREFERENCE_KEYS.historyUser, isId),
    attribute: null,
    source: null,
    search: null,
    stock: null,
    from,
    to: from !== null && to !== null && to < from ? null : to,
  };
}

function subjectOf({ batch, product, variant }: HistoryAddress): HistorySubject | null {
  if (batch) return { kind: 'batch', id: batch };
  if (variant) return { kind: 'variant', id: variant };
  return product ? { kind: 'product', id: product } : null;
}
