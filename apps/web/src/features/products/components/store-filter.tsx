import { UnstyledButton } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import type { StoreChoiceProps } from './store-choices.tsx';
import classes from './store-filter.module.css';

const StoreChoices = deferred(() => import('./store-choices.tsx'), 'StoreChoices');

/** Selecting all stores includes those connected later. */
export function StoreFilter(props: StoreChoiceProps) {
  const { options, value } = props;
  const [opened, setOpened] = useState(false);
  const listId = useId();
  const selected = value === 'all' ? options : options.filter(({ id }) => value.includes(id));
  return (
    <div>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={opened ? listId : undefined}
        onClick={() => setOpened(!opened)}
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
      {opened && (
        <div id={listId}>
          <StoreChoices {...props} />
        </div>
      )}
    </div>
  );
}
