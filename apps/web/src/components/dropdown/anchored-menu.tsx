import { Menu, type MenuProps } from '@mantine/core';
import { Anchor, useOpenedAfterMount } from './anchor.tsx';
import type { DropdownPanel } from './dropdown-panel.ts';

/** A menu below a button. */
export function AnchoredMenu({ children, ...panel }: DropdownPanel & MenuProps) {
  const { anchor, ...menu } = panel;
  return (
    <Menu position="bottom-end" withinPortal={false} {...menu} opened={useOpenedAfterMount(panel)}>
      <Menu.Target>
        <Anchor to={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
