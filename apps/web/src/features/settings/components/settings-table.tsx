import { Skeleton } from '@mantine/core';
import type { Setting } from '@storefleet/contract/settings';
import { useState } from 'react';
import { DeleteSettingDialog } from './delete-setting-dialog.tsx';
import { SettingRow } from './setting-row.tsx';
import classes from './settings-table.module.css';

const columns = ['Key', 'Value', 'Description', 'Encrypted'] as const;
const SKELETON_WIDTHS = [62, 44, 71];

export function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const [deleting, setDeleting] = useState<Setting | null>(null);
  return (
    <>
      <table aria-label="Settings" className={classes.table}>
        <thead className={classes.head}>
          <tr className={classes.row}>
            {columns.map((label) => (
              <th key={label} scope="col" className={classes.headCell}>
                {label}
              </th>
            ))}
            <th scope="col" className={classes.headCell} data-column="actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} onDelete={setDeleting} />
          ))}
        </tbody>
      </table>
      <DeleteSettingDialog setting={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Keeps the layout of the table while the settings are on their way. */
export function SettingsSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading settings">
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width={`${width}%`} />
          <Skeleton height={12} width="70%" />
          <Skeleton height={12} width="2rem" />
        </div>
      ))}
    </div>
  );
}
