import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { EditConflicts } from '../../../components/feedback/edit-conflicts.tsx';
import { type Draft, keptSecret, useDraft } from '../../../components/form/use-draft.ts';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { useEdited } from '../../../components/unsaved/use-edited.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { onEditKey } from '../../../lib/browser/use-in-place.ts';
import { encryptionIsFixed } from '../known-settings.ts';
import { useFetchSettings, useUpdateSetting } from '../settings-api.ts';
import classes from './settings-table.module.css';

const labels = { value: 'Value', description: 'Description', is_encrypted: 'Encrypt' };

type Props = RowPosition & {
  setting: Setting;
  /** The first cell, which is not edited. */
  name: ReactNode;
  onSaved: () => void;
  onCancel: () => void;
};

/** A table row being edited: Enter saves, Escape cancels, and a failure keeps the input. */
export function SettingEditor({ setting: current, name, onSaved, onCancel, ...position }: Props) {
  const { setting, update, draft } = useSettingDraft(current, onSaved);
  const { key } = setting;
  const row = useRef<HTMLTableRowElement>(null);
  useUnsavedWork(draft.isDirty);
  useEffect(() => {
    const field = row.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[name="value"]');
    field?.focus();
    field?.select();
  }, []);

  const save = () => (draft.isDirty ? draft.save() : onCancel());
  const cancel = () => {
    if (!update.isPending) onCancel();
  };
  const { label: _, ...description } = draft.fields.text('description');
  return (
    <TableRow
      {...position}
      ref={row}
      className={classes.editing}
      cardAreas='"key key" "value value" "description description" "encrypted encrypted" "actions actions"'
      onKeyDown={(event) => onEditKey(event, { save, cancel })}
    >
      {name}
      <Cell column="value">
        <ValueEditor setting={setting} draft={draft} />
      </Cell>
      <Cell column="description">
        <TextInput
          {...description}
          aria-label={`Description of ${key}`}
          placeholder="Description"
          maxLength={1000}
        />
      </Cell>
      <Cell column="encrypted">
        <Checkbox disabled={encryptionIsFixed(key)} {...draft.fields.tick('is_encrypted')} />
      </Cell>
      <Cell column="actions">
        <Button size="compact-sm" loading={update.isPending} aria-label={`Save ${key}`} onClick={save}>
          Save
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={update.isPending}
          aria-label={`Cancel editing ${key}`}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </Cell>
    </TableRow>
  );
}

function useSettingDraft(current: Setting, onSaved: () => void) {
  const fetchSettings = useFetchSettings();
  const { saved: setting, followTheirs } = useEdited(current, async () => {
    const settings = await fetchSettings();
    return settings?.find(({ key }) => key === current.key) ?? null;
  });
  const update = useUpdateSetting(setting.key);
  const draft = useDraft<SettingDraft>({
    saved: useMemo(() => draftOf(setting), [setting]),
    labels,
    problemsOf: (values) => draftProblems(values, setting),
    change: update,
    onSave: (values) =>
      update.mutate(
        { ...toUpdateBody(values, setting), based_on: setting },
        { onSuccess: onSaved, onError: (error) => void followTheirs(error, update) },
      ),
  });
  return { setting, update, draft };
}

function ValueEditor({ setting, draft }: { setting: Setting; draft: Draft<SettingDraft> }) {
  const errorId = useId();
  const failure = draft.failure
    ? `${messages.settings.updateFailed(setting.key)} ${describeError(draft.failure)}`
    : undefined;
  const error = draft.problems.value ?? failure;
  const { label: _, ...field } = draft.fields.text('value');
  const input = {
    ...field,
    'aria-label': `Value of ${setting.key}`,
    'aria-describedby': error ? errorId : undefined,
    error: error !== undefined,
    spellCheck: false,
  } as const;
  return (
    <>
      {draft.values.is_encrypted ? (
        <PasswordInput
          {...input}
          placeholder={setting.is_encrypted ? 'Unchanged' : ''}
          description={setting.is_encrypted ? keptSecret(setting.value_hint) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': `Show the value of ${setting.key}` }}
        />
      ) : (
        <Textarea {...input} autosize minRows={1} maxRows={12} />
      )}
      <EditConflicts {...draft.conflicts} saveLabel="Save" />
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </>
  );
}

/** A setting being edited. */
type SettingDraft = { value: string; description: string; is_encrypted: boolean };

/** An encrypted value is unknown here; blank keeps it. */
function draftOf(setting: Setting): SettingDraft {
  return {
    value: setting.value ?? '',
    description: setting.description ?? '',
    is_encrypted: setting.is_encrypted,
  };
}

/** What prevents saving. */
function draftProblems(draft: SettingDraft, setting: Setting): { value?: string } {
  return setting.is_encrypted && !draft.is_encrypted && draft.value === ''
    ? { value: 'Enter the value again: an encrypted value is never shown.' }
    : {};
}

/** An untouched description keeps what somebody else may have saved meanwhile. */
function toUpdateBody(
  { value, description, is_encrypted }: SettingDraft,
  setting: Setting,
): RouteBody<RouteById<'settings.update'>> {
  const described = description !== draftOf(setting).description;
  return { value, is_encrypted, ...(described ? { description } : {}) };
}
