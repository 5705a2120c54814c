import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { deferred } from '../../../components/deferred.tsx';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import { formatMoment } from '../../../lib/format/format-time.ts';

const AsOfForm = deferred(() => import('./as-of-form.tsx'), 'AsOfForm');

type Props = {
  /** Null for now. */
  asOf: string | null;
  onChange: (asOf: string | null) => void;
  size?: 'xs' | 'sm';
};

/** Opens the as-of time picker. */
export function AsOfButton({ asOf, onChange, size = 'sm' }: Props) {
  const { Panel, panel, button, close } = useDropdown('dialog', loadPopover);
  const choose = (moment: string | null) => {
    close();
    onChange(moment);
  };
  return (
    <>
      <Button
        variant={asOf === null ? 'default' : 'light'}
        size={size}
        leftSection={<IconCalendarTime size={size === 'xs' ? 14 : 15} aria-hidden />}
        data-action="As of…"
        {...button}
      >
        As of{asOf !== null && ` ${formatMoment(asOf)}`}
      </Button>
      {Panel && (
        <Panel {...panel} position="bottom-end" width={288}>
          <AsOfForm asOf={asOf} onChoose={choose} />
        </Panel>
      )}
    </>
  );
}
