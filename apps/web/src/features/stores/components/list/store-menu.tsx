import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Permitted } from '../../../auth/components/permitted.tsx';

type Props = {
  name: string;
  onDelete: () => void;
  /** Items at the top. */
  children?: ReactNode;
};

/** Rare actions on a store, protected from a slip of the mouse. */
export function StoreMenu({ name, onDelete, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const remove = () => {
    // By then the menu item is gone, so the menu's button gets the focus back.
    button.current?.focus();
    onDelete();
  };
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" size={30} aria-label={`More for ${name}`}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Permitted call="stores.delete">
          <Menu.Item
            c="var(--sf-danger-text)"
            leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />}
            aria-label={`Delete ${name}`}
            onClick={remove}
          >
            Delete
          </Menu.Item>
        </Permitted>
      </Menu.Dropdown>
    </Menu>
  );
}
