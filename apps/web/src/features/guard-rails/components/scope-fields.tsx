import { MultiSelect, TagsInput } from '@mantine/core';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { draftLabels, type GuardRailDraft, isOfWholeUpdate } from '../guard-rail-draft.ts';
import { namesQuery } from '../guard-rails-api.ts';
import classes from './guard-rails.module.css';

type Props = {
  values: GuardRailDraft;
  stores: readonly Store[];
  problem: string | undefined;
  onChange: (part: Partial<GuardRailDraft>) => void;
};

const LISTS = [
  { name: 'vendors', facet: 'vendor', all: 'All vendors' },
  { name: 'product_types', facet: 'type', all: 'All types' },
  { name: 'tags', facet: 'tag', all: 'All tags' },
] as const;
const SHOWN = 50;

/** Which rows the rule applies to; no choice means all. */
export function ScopeFields({ values, stores, problem, onChange }: Props) {
  const { data: names } = useQuery(namesQuery(useApi()));
  return (
    <fieldset className={classes.scope}>
      <legend className={classes.legend}>Applies to</legend>
      <MultiSelect
        label={draftLabels.store_ids}
        placeholder={values.store_ids.length === 0 ? 'All stores' : ''}
        data={stores.map(({ id, shop_name }) => ({ value: id, label: shop_name }))}
        searchable
        value={values.store_ids}
        error={problem}
        onChange={(store_ids) => onChange({ store_ids })}
      />
      {!isOfWholeUpdate(values) && (
        <div className={classes.pair}>
          {LISTS.map(({ name, facet, all }) => (
            <TagsInput
              key={name}
              label={draftLabels[name]}
              placeholder={values[name].length === 0 ? all : ''}
              data={names?.facets[facet]?.values.map(({ value }) => value).slice(0, SHOWN) ?? []}
              acceptValueOnBlur
              value={values[name]}
              onChange={(chosen) => onChange({ [name]: chosen })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
