import { DEFAULT_STORE_STATUS, type StoreStatus } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';

/** What the forms of both kinds of store share: every field as text, as it is typed. */
export type StoreDetailsValues = {
  shop_name: string;
  shop_url: string;
  description: string;
  store_status: StoreStatus;
  store_currency: string;
  store_country: string;
  store_timezone: string;
  tags: string;
  store_owner: string;
  store_email: string;
  store_phone: string;
  store_address: string;
  store_city: string;
  store_province: string;
  store_zip: string;
  store_country_code: string;
  notes: string;
};

export const emptyStoreDetails: StoreDetailsValues = {
  shop_name: '',
  shop_url: '',
  description: '',
  store_status: DEFAULT_STORE_STATUS,
  store_currency: '',
  store_country: '',
  store_timezone: '',
  tags: '',
  store_owner: '',
  store_email: '',
  store_phone: '',
  store_address: '',
  store_city: '',
  store_province: '',
  store_zip: '',
  store_country_code: '',
  notes: '',
};

export function storeDetailsOf(store: Store): StoreDetailsValues {
  return {
    shop_name: store.shop_name,
    shop_url: store.shop_url,
    description: store.description ?? '',
    store_status: store.store_status,
    store_currency: store.store_currency ?? '',
    store_country: store.store_country ?? '',
    store_timezone: store.store_timezone ?? '',
    tags: store.tags.join(', '),
    store_owner: store.store_owner ?? '',
    store_email: store.store_email ?? '',
    store_phone: store.store_phone ?? '',
    store_address: store.store_address ?? '',
    store_city: store.store_city ?? '',
    store_province: store.store_province ?? '',
    store_zip: store.store_zip ?? '',
    store_country_code: store.store_country_code ?? '',
    notes: store.notes ?? '',
  };
}

type StoreDetailsErrors = Partial<Record<keyof StoreDetailsValues, string>>;

export function validateStoreDetails(values: StoreDetailsValues): StoreDetailsErrors {
  const errors: StoreDetailsErrors = {};
  if (values.shop_name.trim() === '') errors.shop_name = 'Store name is required.';
  if (values.store_email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.store_email.trim())) {
    errors.store_email = 'Enter a valid e-mail address.';
  }
  if (values.store_currency.trim() !== '' && !/^[a-z]{3}$/i.test(values.store_currency.trim())) {
    errors.store_currency = 'Currency must be a code of three letters, such as USD.';
  }
  return errors;
}

/** Comma separated, trimmed, empties dropped. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** Only what was changed: a field left alone keeps what another person may have set meanwhile. */
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
