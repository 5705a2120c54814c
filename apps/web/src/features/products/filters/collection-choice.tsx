import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';
import { asksFor, toggled } from './conditions.ts';
import classes from './filter-bar.module.css';

type Props = { search: ProductSearch; onChange: (filter: string) => void };

/** Adds a collection of the searched stores to the filter; nothing where no collection is read. */
export function CollectionChoice({ search, onChange }: Props) {
  const api = useApi();
  const query = { store_ids: storeIdsParameter(search.stores) };
  const { data, error } = useQuery({
    queryKey: ['collections', 'named', query],
    queryFn: async ({ signal }) => (await api.call('stores.collections', { query, signal })).collections,
  });
  const titles = [...new Set(data?.map(({ title }) => title))];
  if (titles.length === 0 && !error) return null;
  return (
    <section aria-label="Collections" className={classes.facet}>
      <h2 className={classes.facetTitle}>Collection</h2>
      <Select
        size="xs"
        aria-label="Collection"
        placeholder="Choose a collection"
        data={titles.filter((title) => !asksFor(search.filter, 'collection', title))}
        value={null}
        searchable
        limit={100}
        nothingFoundMessage="No such collection"
        error={error ? 'The collections could not be listed.' : null}
        onChange={(title) => title !== null && onChange(toggled(search.filter, 'collection', title))}
      />
    </section>
  );
}
