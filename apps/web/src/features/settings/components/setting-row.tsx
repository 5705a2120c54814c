import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Cell, CellDetail, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { announce } from '../announce.ts';
import { purposeOf } from '../known-settings.ts';
import { SettingEditor } from './setting-editor.tsx';
import { SettingValue } from './setting-value.tsx';
import classes from './settings-table.module.css';

type Props = RowPosition & { setting: Setting; onDelete: (setting: Setting) => void };

export function SettingRow({ setting, onDelete, ...position }: Props) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const purpose = purposeOf(setting.key);

  /** The keyboard goes on where it was before. */
  const close = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  const name = (
    <Cell column="key">
      <span className="code">{setting.key}</span>
      {purpose && purpose !== setting.description && <CellDetail>{purpose}</CellDetail>}
    </Cell>
  );

  if (editing) {
    return (
      <SettingEditor
        {...position}
        setting={setting}
        name={name}
        onCancel={close}
        onSaved={() => {
          announce(messages.settings.updated(setting.key));
          close();
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
        <Button
          ref={editButton}
          variant="default"
          size="compact-sm"
          aria-label={`Edit ${setting.key}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        <Button
          variant="subtle"
          color="red"
          c="var(--sf-danger-text)"
          size="compact-sm"
          aria-label={`Delete ${setting.key}`}
          onClick={() => onDelete(setting)}
        >
          Delete
        </Button>
      </Cell>
    </TableRow>
  );
}
