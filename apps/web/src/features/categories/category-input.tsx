import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';

type Props = Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> & {
  value: string;
  /** The store whose taxonomy is searched; any that has one by default. */
  storeId?: string | undefined;
  onType: (text: string) => void;
};

const PAUSE_MS = 250;

/** The full name of a category, which a search in Shopify's taxonomy completes. */
export function CategoryInput({ value, storeId, onType, ...input }: Props) {
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(value.trim(), PAUSE_MS);
  const query = { search, ...(storeId === undefined ? {} : { store_ids: storeId }) };
  const { data = [], error } = useQuery({
    queryKey: ['categories', 'found', query],
    queryFn: async ({ signal }) => (await api.call('stores.findCategories', { query, signal })).categories,
    enabled: isOpen && input.readOnly !== true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Autocomplete
      placeholder={input.readOnly ? undefined : 'Search, such as T-shirts'}
      {...input}
      value={value}
      data={data}
      // The shop has searched already, for other words too.
      filter={({ options }) => options}
      description={isOpen && error ? 'The categories could not be searched.' : undefined}
      onDropdownOpen={() => setOpen(true)}
      onChange={onType}
    />
  );
}
