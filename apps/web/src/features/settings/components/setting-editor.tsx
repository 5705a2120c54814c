import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import {
  EditConflicts,
  focusConflict,
  isChangedMeanwhile,
  useEditConflicts,
} from '../../../components/feedback/edit-conflicts.tsx';
import { useUnsavedWork } from '../../../components/feedback/unsaved-work.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useSettingsAgain } from '../api/list-settings.ts';
import { useUpdateSetting } from '../api/update-setting.ts';
import { encryptionIsFixed } from '../known-settings.ts';
import { draftOf, draftProblem, isChanged, type SettingDraft, toUpdateBody } from '../setting-draft.ts';
import classes from './settings-table.module.css';

const fieldLabels = { value: 'Value', description: 'Description', is_encrypted: 'Encrypt' };

type Props = RowPosition & {
  setting: Setting;
  /** The first cell, which stays as it is. */
  name: ReactNode;
  onSaved: () => void;
  onCancel: () => void;
};

/** A row of the table being changed: Enter saves, Escape cancels, and what was typed outlives a failure. */
export function SettingEditor({ setting: current, name, onSaved, onCancel, ...position }: Props) {
  // As it was when the draft began, or as somebody else has saved it since.
  const [setting, setSetting] = useState(current);
  const saved = useMemo(() => draftOf(setting), [setting]);
  const [draft, setDraft] = useState(saved);
  const conflicts = useEditConflicts(saved, { read: () => draft, write: setDraft });
  const readAgain = useSettingsAgain();
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateSetting(setting.key);
  const row = useRef<HTMLTableRowElement>(null);
  const errorId = useId();
  const dirty = isChanged(draft, setting);
  useUnsavedWork(dirty);

  useEffect(() => {
    const field = row.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[name="value"]');
    field?.focus();
    field?.select();
  }, []);

  const change = (part: Partial<SettingDraft>) => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };

  const save = () => {
    if (update.isPending) return;
    if (!dirty) return onCancel();
    if (conflicts.open > 0) return focusConflict();
    const found = draftProblem(draft, setting);
    setProblem(found);
    if (found !== null) return;
    const onError = async (error: Error) => {
      if (!isChangedMeanwhile(error)) return;
      const theirs = (await readAgain())?.find(({ key }) => key === setting.key);
      if (!theirs) return;
      setSetting(theirs);
      update.reset();
    };
    update.mutate({ ...toUpdateBody(draft, setting), based_on: setting }, { onSuccess: onSaved, onError });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape' && !update.isPending) {
      onCancel();
    }
  };

  const failure = update.error
    ? `${messages.settings.updateFailed(setting.key)} ${describeError(update.error)}`
    : null;
  const error = problem ?? failure;
  const value = {
    name: 'value',
    'aria-label': `Value of ${setting.key}`,
    'aria-describedby': error ? errorId : undefined,
    error: error !== null,
    autoComplete: 'off',
    spellCheck: false,
    value: draft.value,
  } as const;

  return (
    <TableRow
      {...position}
      ref={row}
      className={classes.editing}
      cardAreas='"key key" "value value" "description description" "encrypted encrypted" "actions actions"'
      onKeyDown={onKeyDown}
    >
      {name}
      <Cell column="value">
        {draft.is_encrypted ? (
          <PasswordInput
            {...value}
            placeholder={setting.is_encrypted ? 'Unchanged' : ''}
            description={setting.is_encrypted ? keptHint(setting) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            visibilityToggleButtonProps={{ 'aria-label': `Show the value of ${setting.key}` }}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        ) : (
          <Textarea
            {...value}
            autosize
            minRows={1}
            maxRows={12}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        )}
        <EditConflicts conflicts={conflicts} values={draft} labels={fieldLabels} saveLabel="Save" />
        {error && (
          <p id={errorId} role="alert" className={classes.error}>
            {error}
          </p>
        )}
      </Cell>
      <Cell column="description">
        <TextInput
          aria-label={`Description of ${setting.key}`}
          placeholder="Description"
          maxLength={1000}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </Cell>
      <Cell column="encrypted">
        <Checkbox
          label="Encrypt"
          disabled={encryptionIsFixed(setting.key)}
          checked={draft.is_encrypted}
          onChange={(event) => change({ is_encrypted: event.currentTarget.checked })}
        />
      </Cell>
      <Cell column="actions">
        <Button
          size="compact-sm"
          loading={update.isPending}
          aria-label={`Save ${setting.key}`}
          onClick={save}
        >
          Save
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={update.isPending}
          aria-label={`Cancel editing ${setting.key}`}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </Cell>
    </TableRow>
  );
}

function keptHint({ value_hint }: Setting): string {
  return value_hint ? `Set, ends in …${value_hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
}
