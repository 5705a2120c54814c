import { Button, Checkbox, Group } from '@mantine/core';
import type { Store } from '@storefleet/contract/stores/stores';
import type { StoreChoice } from '../search-address.ts';
import classes from './store-filter.module.css';

export type StoreChoiceProps = {
  options: readonly Store[];
  value: StoreChoice;
  /** Text below a store's name. Default: its URL. */
  describe?: (store: Store) => string;
  onChange: (value: StoreChoice) => void;
};

export function StoreChoices({ options, value, describe = addressOf, onChange }: StoreChoiceProps) {
  const selected = options.filter(({ id }) => isSelected(value, id));
  const setSelected = (id: string, checked: boolean) => {
    const next = options.filter((option) => (option.id === id ? checked : isSelected(value, option.id)));
    onChange(next.length === options.length ? 'all' : next.map((option) => option.id));
  };
  return (
    <>
      <Group gap="xs" mt="xs" mb="sm">
        <Button
          size="compact-sm"
          variant="default"
          disabled={selected.length === options.length}
          onClick={() => onChange('all')}
        >
          Select All
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={selected.length === 0}
          onClick={() => onChange([])}
        >
          Deselect All
        </Button>
      </Group>
      <fieldset className={classes.stores} aria-label="Stores to search">
        {options.map((store) => (
          <Checkbox
            key={store.id}
            label={store.shop_name}
            description={describe(store)}
            checked={isSelected(value, store.id)}
            onChange={(event) => setSelected(store.id, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </>
  );
}

const isSelected = (value: StoreChoice, id: string) => value === 'all' || value.includes(id);
const addressOf = ({ shop_url }: Store) => shop_url ?? '';
