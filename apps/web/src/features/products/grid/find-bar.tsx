import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './find-bar.module.css';
import type { Find } from './use-find.ts';

type Props = {
  find: Find;
  /** Focuses the match, or returns the focus. */
  onClose: () => void;
};

/** Find-in-rows bar, like the browser's; hidden until opened. */
export function FindBar({ find, onClose }: Props) {
  const { text, count, place, step } = find;
  if (text === null) return null;
  const close = () => {
    onClose();
    find.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={classes.bar} data-find-bar>
      <TextInput
        className={classes.field}
        variant="unstyled"
        autoFocus
        aria-label="Find in the rows"
        placeholder="Find in the rows"
        value={text}
        onChange={(event) => find.find(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={classes.count}>
        {text.trim() !== '' && `${formatCount(place)} of ${formatCount(count)}`}
      </span>
      <ActionIcon aria-label="Previous match" disabled={count === 0} onClick={() => step(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next match" disabled={count === 0} onClick={() => step(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton aria-label="Stop finding" onClick={close} />
    </search>
  );
}
