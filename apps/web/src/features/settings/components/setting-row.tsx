import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Absent } from '../../../components/absent.tsx';
import { announce } from '../announce.ts';
import { purposeOf } from '../known-settings.ts';
import { SettingEditor } from './setting-editor.tsx';
import { SettingValue } from './setting-value.tsx';
import classes from './settings-table.module.css';

type Props = { setting: Setting; onDelete: (setting: Setting) => void };

export function SettingRow({ setting, onDelete }: Props) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const purpose = purposeOf(setting.key);

  /** The keyboard goes on where it was before. */
  const close = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  const name = (
    <th scope="row" className={classes.cell} data-column="key">
      <span className="code">{setting.key}</span>
      {purpose && purpose !== setting.description && <span className={classes.purpose}>{purpose}</span>}
    </th>
  );

  if (editing) {
    return (
      <SettingEditor
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
    <tr className={classes.row}>
      {name}
      <td className={classes.cell} data-column="value">
        <SettingValue setting={setting} />
      </td>
      <td
        className={classes.cell}
        data-column="description"
        data-absent={setting.description === null || undefined}
      >
        {setting.description ?? <Absent what="description" />}
      </td>
      <td className={classes.cell} data-column="encrypted">
        {setting.is_encrypted ? 'Yes' : 'No'}
      </td>
      <td className={classes.cell} data-column="actions">
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
      </td>
    </tr>
  );
}
