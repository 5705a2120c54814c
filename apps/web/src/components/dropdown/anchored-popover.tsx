import { type MantineSpacing, Popover, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Anchor, useOpenedAfterMount } from './anchor.tsx';
import type { DropdownPanel } from './dropdown-panel.ts';

type Props = DropdownPanel &
  Pick<PopoverProps, 'position' | 'width' | 'withinPortal'> & {
    padding?: MantineSpacing;
    className?: string | undefined;
    children: ReactNode;
  };

/** A popover below a button; Escape, an outside click or the button closes it. */
export function AnchoredPopover({ padding, className, children, ...panel }: Props) {
  const { anchor, ...popover } = panel;
  return (
    <Popover
      {...popover}
      opened={useOpenedAfterMount(panel)}
      trapFocus
      returnFocus
      // Content that loads later may no longer fit below.
      preventPositionChangeWhenVisible={false}
    >
      <Popover.Target>
        <Anchor to={anchor} />
      </Popover.Target>
      <Popover.Dropdown {...(padding === undefined ? {} : { p: padding })} className={className}>
        {panel.opened && children}
      </Popover.Dropdown>
    </Popover>
  );
}
