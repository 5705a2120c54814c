import { Loader, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { deferred } from '../../../components/deferred.tsx';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import { VIEWS_CLASS } from '../../../lib/anchors.ts';
import classes from './views-menu.module.css';

export const ViewsList = deferred(() => import('./views-list.tsx'), 'ViewsList', <Loader size={16} />);

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
          <ViewsList onLeave={close} />
        </Panel>
      )}
    </>
  );
}
