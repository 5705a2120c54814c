import { Loader, Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './views-menu.module.css';

export const ViewsList = lazy(async () => ({ default: (await import('./views-list.tsx')).ViewsList }));

/** In the bar of every screen: the saved views. */
export function ViewsMenu({ className }: { className: string | undefined }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={className} onClick={() => setOpened(!opened)}>
          Views
          <IconChevronDown size={13} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="0.375rem">
        {opened && (
          <Suspense fallback={<Loader size={16} />}>
            <ViewsList onLeave={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
