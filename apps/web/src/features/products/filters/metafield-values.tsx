import { Select, Skeleton } from '@mantine/core';
import { shownMetafield } from '@storefleet/contract/attributes/metafields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';
import { metafieldChoice } from './conditions.ts';
import { Choice } from './facet-choice.tsx';
import classes from './filter-bar.module.css';

type Props = { search: ProductSearch; onChange: (filter: string) => void };

/** The values of one metafield of the searched stores, with counts; nothing where no metafield is read. */
export function MetafieldValues({ search, onChange }: Props) {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const defined = new Map(
    stores
      .filter(({ id }) => search.stores === 'all' || search.stores.includes(id))
      .flatMap(({ metafields }) => metafields)
      .map((definition) => [definition.key, definition]),
  );
  const [first] = metafieldChoice(search.filter).names;
  const [picked, setPicked] = useState(first);
  const definition = defined.get(picked ?? '');
  if (defined.size === 0) return null;
  return (
    <section aria-label="Metafields" className={classes.facet}>
      <h2 className={classes.facetTitle}>Metafields</h2>
      <Select
        size="xs"
        aria-label="Metafield"
        placeholder="Choose a metafield"
        data={[...defined.values()].map(({ key, name }) => ({ value: key, label: name }))}
        value={definition?.key ?? null}
        searchable
        onChange={(key) => setPicked(key ?? undefined)}
      />
      {definition && <Values definition={definition} search={search} onChange={onChange} />}
    </section>
  );
}

function Values({ definition, search, onChange }: Props & { definition: { key: string; type: string } }) {
  const api = useApi();
  const { query, filter, type, stores } = search;
  const { key } = definition;
  const asked = { query, filter: filter || undefined, type, store_ids: storeIdsParameter(stores) };
  const values = useQuery({
    queryKey: ['products', 'metafield-values', key, asked],
    queryFn: ({ signal }) =>
      api.call('products.metafieldValues', { query: { ...asked, metafield: key }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (!values.data) {
    return values.error ? (
      <QueryErrorBanner title="The values could not be read." query={values} />
    ) : (
      <Skeleton height={80} mt="xs" aria-label="Loading values" />
    );
  }
  const { has, toggle } = metafieldChoice(filter);
  const choice = (value: string | null, label: string, count: number) => (
    <Choice
      key={label}
      label={label}
      count={count}
      chosen={has(key, value)}
      onToggle={() => onChange(toggle(key, value))}
    />
  );
  return (
    <ul className={classes.values} aria-busy={values.isPlaceholderData}>
      {values.data.values.map(({ value, label, products }) =>
        choice(value, shownMetafield(definition, label) ?? label, products),
      )}
      {choice(null, 'No value', values.data.missing)}
      <li className={classes.more}>
        {values.data.more && 'There are more values. '}Type metafield.{key}:~… for a part of the text,
        metafield.{key}:{'<'}… for less or before.
      </li>
    </ul>
  );
}
