import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './sortable-header.module.css';

type SortDirection = 'asc' | 'desc';

type Props = {
  label: string;
  /** Current sort direction of this column, if any. */
  direction: SortDirection | null;
  align?: 'start' | 'end';
  onSort: () => void;
};

/** A sortable column header; the surrounding `columnheader` carries `aria-sort`. */
export function SortableHeader({ label, direction, align = 'start', onSort }: Props) {
  const Icon = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className={classes.button}
      data-align={align}
      data-active={direction !== null || undefined}
      onClick={onSort}
    >
      <span>{label}</span>
      <Icon size={14} stroke={1.75} aria-hidden className={classes.icon} />
    </UnstyledButton>
  );
}

export function ariaSort(direction: SortDirection | null): 'ascending' | 'descending' | 'none' {
  if (direction === null) return 'none';
  return direction === 'asc' ? 'ascending' : 'descending';
}
