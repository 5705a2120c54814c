import { Button, Checkbox, Collapse, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { StoreChoice } from '../search-address.ts';
import classes from './store-filter.module.css';

type Props = {
  options: readonly Store[];
  value: StoreChoice;
  /** Text below a store's name. Default: its URL. */
  describe?: (store: Store) => string;
  onChange: (value: StoreChoice) => void;
};

/** Selecting all stores includes those connected later. */
export function StoreFilter({ options, value, describe = addressOf, onChange }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const listId = useId();
  const isSelected = (id: string) => value === 'all' || value.includes(id);
  const selected = options.filter(({ id }) => isSelected(id)).map(({ id }) => id);

  const setSelected = (id: string, checked: boolean) => {
    const next = options.filter((option) => (option.id === id ? checked : isSelected(option.id)));
    onChange(next.length === options.length ? 'all' : next.map((option) => option.id));
  };

  return (
    <div>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={listId}
        onClick={toggle}
      >
        <IconChevronRight
          size={16}
          aria-hidden
          className={classes.chevron}
          data-opened={opened || undefined}
        />
        <span>Stores</span>
        <span className={classes.count}>
          {messages.search.storesSelected(selected.length, options.length)}
        </span>
      </UnstyledButton>
      <Collapse expanded={opened} id={listId} transitionDuration={120}>
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
              checked={isSelected(store.id)}
              onChange={(event) => setSelected(store.id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </Collapse>
    </div>
  );
}

function addressOf({ shop_url }: Store): string {
  return shop_url ?? '';
}
