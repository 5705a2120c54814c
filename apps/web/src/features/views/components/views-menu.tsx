import { Loader, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import { VIEWS_CLASS } from '../../../lib/anchors.ts';
import classes from './views-menu.module.css';

export const ViewsList = lazy(async () => ({ default: (await import('./views-list.tsx')).ViewsList }));

/** The saved views, in the bar of every screen. */
export function ViewsMenu({ className }: { className: string | undefined }) {
  const { close, Panel, panel, button } = useDropdown('dialog', loadPopover);
  return (
    <>
      <UnstyledButton className={`${className} ${VIEWS_CLASS}`} {...button}>
        Views
        <IconChevronDown size={13} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      {Panel && (
        <Panel {...panel} position="bottom-start" width={320} withinPortal={false} padding="0.375rem">
          <Suspense fallback={<Loader size={16} />}>
            <ViewsList onLeave={close} />
          </Suspense>
        </Panel>
      )}
    </>
  );
}
