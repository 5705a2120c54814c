import { Button, Checkbox, TextInput } from '@mantine/core';
import type { Store } from '@storefleet/contract/stores/stores';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { storeRemark } from '../../schedule-words.ts';
import { storeGroups } from '../../several-values.ts';
import classes from './stores-field.module.css';

/** Below this many, no search field is shown. */
const SEARCHED_FROM = 9;

type Props = {
  stores: readonly Store[];
  scheduled: ReadonlySet<string>;
  value: readonly string[];
  error: string | undefined;
  onChange: (ids: readonly string[]) => void;
};

/** Stores by name, and groups selectable at once; the selection survives searching. */
export function StoresField({ stores, scheduled, value, error, onChange }: Props) {
  const [search, setSearch] = useState('');
  const chosen = new Set(value);
  const words = search.trim().toLowerCase();
  const shown = stores.filter(({ shop_name: name, tags }) =>
    [name, ...tags].some((text) => text.toLowerCase().includes(words)),
  );
  /** Selects them, or deselects them if all are selected; in list order. */
  const toggle = (ids: readonly string[]) => {
    const isChosen = ids.every((id) => chosen.has(id));
    const others = stores.filter(({ id }) => (ids.includes(id) ? !isChosen : chosen.has(id)));
    onChange(others.map(({ id }) => id));
  };
  return (
    <div className={classes.field}>
      <fieldset className={classes.groups} aria-label="Groups of stores">
        {storeGroups(stores, scheduled).map(({ label, ids }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={ids.every((id) => chosen.has(id)) ? 'light' : 'default'}
            aria-pressed={ids.every((id) => chosen.has(id))}
            onClick={() => toggle(ids)}
          >
            <bdi>{label}</bdi> ({ids.length})
          </Button>
        ))}
      </fieldset>
      {stores.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label="Find a store"
          placeholder="Name or tag"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.stores} aria-label="Stores" name="store_ids">
        {shown.map((store) => (
          <Checkbox
            key={store.id}
            name="store_ids"
            label={store.shop_name}
            description={
              storeRemark(store) ?? (scheduled.has(store.id) ? 'Has a schedule already' : undefined)
            }
            checked={chosen.has(store.id)}
            onChange={() => toggle([store.id])}
          />
        ))}
        {shown.length === 0 && <p className="note small">No matching stores.</p>}
      </fieldset>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
