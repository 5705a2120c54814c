import { DEFAULT_STORE_STATUS, type StoreStatus } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';

const TEXTS = [
  'shop_name',
  'shop_url',
  'description',
  'store_currency',
  'store_country',
  'store_timezone',
  'store_owner',
  'store_email',
  'store_phone',
  'store_address',
  'store_city',
  'store_province',
  'store_zip',
  'store_country_code',
  'notes',
] as const;

/** The fields shared by both kinds of store, as typed. */
export type StoreDetailsValues = Record<(typeof TEXTS)[number] | 'tags', string> & {
  store_status: StoreStatus;
};

/** Fields of a store as text; blank if unset, or for a new store. */
export function textsOf<Name extends keyof Store>(store: Store | null, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, String(store?.[name] ?? '')])) as Record<Name, string>;
}

export function storeDetailsOf(store: Store | null): StoreDetailsValues {
  return {
    ...textsOf(store, TEXTS),
    store_status: store?.store_status ?? DEFAULT_STORE_STATUS,
    tags: store?.tags.join(', ') ?? '',
  };
}

type StoreDetailsErrors = Partial<Record<keyof StoreDetailsValues, string>>;

export function validateStoreDetails(values: StoreDetailsValues): StoreDetailsErrors {
  const errors: StoreDetailsErrors = {};
  if (values.shop_name.trim() === '') errors.shop_name = 'Store name is required.';
  if (values.store_email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.store_email.trim())) {
    errors.store_email = 'Enter a valid email address.';
  }
  if (values.store_currency.trim() !== '' && !/^[a-z]{3}$/i.test(values.store_currency.trim())) {
    errors.store_currency = 'Currency must be a code of three letters, such as USD.';
  }
  return errors;
}

/** Comma-separated and trimmed, without empty ones. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** Only changes: an untouched field keeps what somebody else may have saved meanwhile. */
export function changedValues<Values extends StoreDetailsValues>(
  values: Values,
  before: Values,
): Partial<Omit<Values, 'tags'>> & { tags?: string[] } {
  const names = Object.keys(values) as (keyof Values)[];
  const { tags, ...changed } = Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  ) as Partial<Values>;
  return tags === undefined ? changed : { ...changed, tags: parseTags(tags) };
}
