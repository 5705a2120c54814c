import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';
import { asksFor, toggled } from './conditions.ts';
import classes from './filter-bar.module.css';

type Props = { search: ProductSearch; onChange: (filter: string) => void };

/** Adds a category of the searched stores' products to the filter; nothing where no product has one. */
export function CategoryChoice({ search, onChange }: Props) {
  const api = useApi();
  const query = { store_ids: storeIdsParameter(search.stores) };
  const { data, error } = useQuery({
    queryKey: ['categories', 'held', query],
    queryFn: async ({ signal }) => (await api.call('products.categories', { query, signal })).categories,
  });
  if (!data?.length && !error) return null;
  return (
    <section aria-label="Categories" className={classes.facet}>
      <h2 className={classes.facetTitle}>Category</h2>
      <Select
        size="xs"
        aria-label="Category"
        placeholder="Choose a category"
        data={(data ?? []).filter((category) => !asksFor(search.filter, 'category', category))}
        value={null}
        searchable
        limit={100}
        nothingFoundMessage="No product has such a category"
        error={error ? 'The categories could not be listed.' : null}
        onChange={(category) => category !== null && onChange(toggled(search.filter, 'category', category))}
      />
    </section>
  );
}
