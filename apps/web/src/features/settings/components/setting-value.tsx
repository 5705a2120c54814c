import { VisuallyHidden } from '@mantine/core';
import type { Setting } from '@storefleet/contract/settings';
import { Absent } from '../../../components/text/absent.tsx';
import classes from './settings-table.module.css';

/** The value as far as it may be shown. */
export function SettingValue({ setting }: { setting: Setting }) {
  if (setting.is_encrypted) {
    return (
      <>
        <span aria-hidden className={classes.mask}>
          ••••••••{setting.value_hint}
        </span>
        <VisuallyHidden component="span">
          {setting.value_hint ? `Hidden, ends in ${setting.value_hint}` : 'Hidden'}
        </VisuallyHidden>
      </>
    );
  }
  if (!setting.value) return <Absent what="value" />;
  return <span className={classes.value}>{setting.value}</span>;
}
