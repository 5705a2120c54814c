import { Skeleton } from '@mantine/core';
import {
  ATTRIBUTE_FLAGS,
  countOfFlag,
  type FlagName,
  NAME_FIELDS,
  type NameField,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { capitalised } from '../../../lib/format/capitalised.ts';
import type { ProductSearch } from '../search-address.ts';
import { asksFor, conditionsOf, toggled } from './conditions.ts';
import { Choice } from './facet-choice.tsx';
import { facetsQuery } from './facets-query.ts';
import classes from './filter-bar.module.css';
import { MetafieldValues } from './metafield-values.tsx';
import { CHOICE_FIELDS, NameChoice } from './name-choice.tsx';

const TITLES: Record<NameField, string> = {
  store: 'Store',
  vendor: 'Vendor',
  type: 'Product type',
  status: 'Status',
  tag: 'Tag',
};

const FLAGS = [
  { field: 'no', value: 'barcode', count: 'no_barcode', label: 'No barcode' },
  { field: 'no', value: 'cost', count: 'no_cost', label: 'No cost' },
  { field: 'no', value: 'image', count: 'no_image', label: 'No image' },
  { field: 'no', value: 'description', count: null, label: 'No description' },
  { field: 'no', value: 'category', count: null, label: 'No category' },
  { field: 'is', value: 'below-cost', count: 'below_cost', label: 'Below cost' },
  { field: 'is', value: 'never-synced', count: 'never_synced', label: 'Never synced' },
] as const;

const FLAG_LABELS: Record<FlagName, string> = {
  'continues-selling': 'Sells when out of stock',
  untracked: 'Inventory not tracked',
  untaxed: 'Not taxable',
  'not-shipped': 'No shipping required',
  'hs-code': 'No HS code',
  origin: 'No country of origin',
  'seo-title': 'No SEO title',
  'seo-description': 'No SEO description',
};
const ATTRIBUTES = ATTRIBUTE_FLAGS.map((flag) => ({
  ...flag,
  value: flag.name,
  count: countOfFlag(flag),
  label: FLAG_LABELS[flag.name],
}));
const FLAG_LISTS = { Gaps: FLAGS, 'Inventory, customs and search engines': ATTRIBUTES };

type Props = { search: ProductSearch; onChange: (filter: string) => void };

/** Facet values of the results, most frequent first, with counts. */
export function FacetLists({ search, onChange }: Props) {
  const query = useQuery(facetsQuery(useApi(), search));
  const { filter } = search;
  if (!query.data) {
    return query.error ? (
      <QueryErrorBanner title="The values to choose from could not be read." query={query} />
    ) : (
      <Skeleton height={160} aria-label="Loading values" />
    );
  }
  const { facets, flags } = query.data;
  const isSet = (text: string) => conditionsOf(filter).some((condition) => condition.text === text);
  return (
    <div className={classes.facets} aria-busy={query.isPlaceholderData}>
      {NAME_FIELDS.map((field) => {
        const { values = [], more = false } = facets[field] ?? {};
        if (values.length === 0) return null;
        return (
          <FacetList key={field} title={TITLES[field]}>
            {values.map(({ value, label, products }) => {
              // Filters accept store names, which are readable.
              const asked = field === 'store' ? label : value;
              return (
                <Choice
                  key={value}
                  label={field === 'status' ? capitalised(label) : label}
                  count={products}
                  chosen={asksFor(filter, field, asked)}
                  onToggle={() => onChange(toggled(filter, field, asked))}
                />
              );
            })}
            {more && <li className={classes.more}>Type {field}:… for the others</li>}
          </FacetList>
        );
      })}
      <div className={classes.choices}>
        {CHOICE_FIELDS.map((field) => (
          <NameChoice key={field} field={field} search={search} onChange={onChange} />
        ))}
        <MetafieldValues search={search} onChange={onChange} />
      </div>
      {flags &&
        Object.entries(FLAG_LISTS).map(([title, list]) => (
          <FacetList key={title} title={title}>
            {list.map(({ field, value, count, label }) => (
              <Choice
                key={value}
                label={label}
                count={count === null ? undefined : flags[count]}
                chosen={isSet(`${field === 'no' ? 'No' : 'Is'}: ${value}`)}
                onToggle={() => onChange(toggled(filter, field, value))}
              />
            ))}
          </FacetList>
        ))}
    </div>
  );
}

function FacetList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.facet}>
      <h2 className={classes.facetTitle}>{title}</h2>
      <ul className={classes.values}>{children}</ul>
    </section>
  );
}
