import { VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, CellDetail, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { useInPlace } from '../../../lib/browser/use-in-place.ts';
import { announceSettings } from '../announce.ts';
import { purposeOf } from '../known-settings.ts';
import { SettingEditor } from './setting-editor.tsx';
import classes from './settings-table.module.css';

type Props = RowPosition & { setting: Setting; onDelete: (setting: Setting) => void };

export function SettingRow({ setting, onDelete, ...position }: Props) {
  const editor = useInPlace();
  const purpose = purposeOf(setting.key);

  const name = (
    <Cell column="key">
      <span className="code">{setting.key}</span>
      {purpose && purpose !== setting.description && <CellDetail>{purpose}</CellDetail>}
    </Cell>
  );

  if (editor.opened) {
    return (
      <SettingEditor
        {...position}
        setting={setting}
        name={name}
        onCancel={editor.close}
        onSaved={() => {
          announceSettings(messages.settings.updated(setting.key));
          editor.close();
        }}
      />
    );
  }
  return (
    <TableRow {...position}>
      {name}
      <Cell column="value">
        <SettingValue setting={setting} />
      </Cell>
      <Cell column="description" className={setting.description === null ? classes.absent : ''}>
        {setting.description ?? <Absent what="description" />}
      </Cell>
      <Cell column="encrypted">{setting.is_encrypted ? 'Yes' : 'No'}</Cell>
      <Cell column="actions">
        <RowButton ref={editor.button} aria-label={`Edit ${setting.key}`} onClick={editor.open}>
          Edit
        </RowButton>
        <RowButton danger aria-label={`Delete ${setting.key}`} onClick={() => onDelete(setting)}>
          Delete
        </RowButton>
      </Cell>
    </TableRow>
  );
}

/** The visible part of the value. */
function SettingValue({ setting }: { setting: Setting }) {
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
