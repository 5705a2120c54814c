import { Select } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';
import { asksFor, priceListChoice, toggled } from './conditions.ts';
import classes from './filter-bar.module.css';

type Props = { search: ProductSearch; onChange: (filter: string) => void };

/** Too many for a list of counts: a choice of names, and nothing where there are none. */
const CHOICES = {
  category: {
    title: 'Category',
    plural: 'Categories',
    none: 'No product has such a category',
    read: async (api: ApiClient, query: { store_ids?: string }, signal: AbortSignal) =>
      (await api.call('products.categories', { query, signal })).categories,
  },
  collection: {
    title: 'Collection',
    plural: 'Collections',
    none: 'No such collection',
    read: async (api: ApiClient, query: { store_ids?: string }, signal: AbortSignal) => {
      const { collections } = await api.call('stores.collections', { query, signal });
      return [...new Set(collections.map(({ title }) => title))];
    },
  },
  channel: {
    title: 'Sales channel',
    plural: 'Sales channels',
    none: 'No such sales channel',
    read: async (api: ApiClient, query: { store_ids?: string }, signal: AbortSignal) =>
      (await api.call('stores.channels', { query, signal })).channels.map(({ name }) => name),
  },
  'market-price': {
    title: 'Price list',
    plural: 'Price lists',
    none: 'No such price list',
    read: async (api: ApiClient, { store_ids }: { store_ids?: string }, signal: AbortSignal) => {
      const chosen = store_ids?.split(',');
      const { stores } = await api.call('stores.list', { signal });
      const read = stores.filter(
        ({ id, reads_price_lists }) => reads_price_lists && (chosen?.includes(id) ?? true),
      );
      return [...new Set(read.flatMap(({ price_lists }) => price_lists.map(({ name }) => name)))].sort();
    },
  },
} as const;
type Field = keyof typeof CHOICES;
export const CHOICE_FIELDS = Object.keys(CHOICES) as Field[];

const choiceIn = (filter: string, field: Field) =>
  field === 'market-price'
    ? priceListChoice(filter)
    : {
        has: (name: string) => asksFor(filter, field, name),
        add: (name: string) => toggled(filter, field, name),
      };

/** Adds a category, a collection, a sales channel or a price list of the searched stores to the filter. */
export function NameChoice({ field, search, onChange }: Props & { field: Field }) {
  const { title, plural, none, read } = CHOICES[field];
  const { has, add } = choiceIn(search.filter, field);
  const api = useApi();
  const query = { store_ids: storeIdsParameter(search.stores) };
  const { data = [], error } = useQuery({
    queryKey: [plural.toLowerCase(), 'to choose', query],
    queryFn: ({ signal }) => read(api, query, signal),
  });
  if (data.length === 0 && !error) return null;
  return (
    <section aria-label={plural} className={classes.facet}>
      <h2 className={classes.facetTitle}>{title}</h2>
      <Select
        size="xs"
        aria-label={title}
        placeholder={`Choose a ${title.toLowerCase()}`}
        data={data.filter((name) => !has(name))}
        value={null}
        searchable
        limit={100}
        nothingFoundMessage={none}
        error={error ? `The ${plural.toLowerCase()} could not be listed.` : null}
        onChange={(name) => name !== null && onChange(add(name))}
      />
    </section>
  );
}
