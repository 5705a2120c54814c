import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SYNC_METHOD_LABELS, type SyncMethod } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduledSyncInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import {
  EditConflicts,
  focusConflict,
  useEditConflicts,
} from '../../../../components/feedback/edit-conflicts.tsx';
import { UnsavedChangesGuard } from '../../../../components/feedback/unsaved-changes-guard.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError, type FieldError } from '../../../../lib/api/api-error.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { schedulePreviewQuery } from '../../api/preview-schedule.ts';
import {
  fieldOf,
  isSameSchedule,
  methodsOf,
  type ScheduleFormField,
  type ScheduleFormValues,
  type ScheduleProblems,
  scheduleProblems,
  timingOf,
  toInput,
  withStore,
  withType,
} from '../../schedule-form.ts';
import { choiceWord, scheduleFieldLabels } from '../../schedule-words.ts';
import { storeRemark } from '../../store-remark.ts';
import classes from './schedule-form.module.css';
import { SchedulePreview } from './schedule-preview.tsx';
import { ScheduleTimingFields } from './schedule-timing-fields.tsx';
import { TimezoneSelect } from './timezone-select.tsx';

/** Milliseconds without typing after which the preview follows. */
const PREVIEW_DELAY = 250;

type Props = {
  label: string;
  submitLabel: string;
  failedTitle: string;
  initial: ScheduleFormValues;
  /** A new schedule starts each type from its defaults. */
  isNew: boolean;
  stores: readonly Store[];
  timezones: readonly string[];
  saving: boolean;
  saved: boolean;
  error: Error | null;
  onSave: (input: ScheduledSyncInput) => void;
  cancelLink: ReactNode;
};

/** Where, how and when a store is synced. What was typed stays until it is saved. */
export function ScheduleForm({
  label,
  submitLabel,
  failedTitle,
  initial,
  isNew,
  stores,
  timezones,
  saving,
  saved,
  error,
  onSave,
  cancelLink,
}: Props) {
  const [values, setValues] = useState(initial);
  const conflicts = useEditConflicts(initial, { read: () => values, write: setValues });
  const [attempted, setAttempted] = useState(false);
  const [sent, setSent] = useState<ScheduleFormValues | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const store = stores.find(({ id }) => id === values.store_id);
  const refusal = useMemo(() => remarksOf(error instanceof ApiError ? error.errors : []), [error]);
  const { timing, remarks } = usePreview(values);
  const standing = stillRefused(refusal, sent, values);
  // What was refused at fields is over once something else stands in all of them.
  const isOver = Object.keys(refusal).length > 0 && Object.keys(standing).length === 0;
  const problems: ScheduleProblems = {
    ...remarks,
    ...standing,
    ...(attempted ? scheduleProblems(values) : {}),
  };
  const change = (part: Partial<ScheduleFormValues>) => setValues({ ...values, ...part });

  useEffect(() => focusFirst(form.current, Object.keys(refusal)), [refusal]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving || saved) return;
    if (conflicts.open > 0) return focusConflict();
    setAttempted(true);
    const found = Object.keys(scheduleProblems(values));
    if (found.length > 0) return focusFirst(form.current, found);
    setSent(values);
    onSave(toInput(values));
  };

  return (
    <form ref={form} noValidate aria-label={label} className={classes.form} onSubmit={submit}>
      <div className={classes.fields}>
        <Panel title="What is synced">
          <div className={classes.grid}>
            <TextInput
              label="Name"
              name="name"
              className={classes.wide}
              required
              maxLength={255}
              autoComplete="off"
              placeholder="Nightly sync"
              value={values.name}
              error={problems.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <StoreSelect
              value={values.store_id}
              stores={stores}
              error={problems.store_id}
              onChange={(chosen) => setValues(withStore(values, chosen))}
            />
            <NativeSelect
              label="Sync method"
              name="sync_method"
              data={methodOptions(store, values.sync_method)}
              value={values.sync_method}
              error={problems.sync_method}
              onChange={(event) => change({ sync_method: event.currentTarget.value as SyncMethod })}
            />
          </div>
        </Panel>
        <Panel title="When it runs">
          <div className={classes.when}>
            <ScheduleTimingFields
              values={values}
              problems={problems}
              onChange={change}
              onTypeChange={(type) => setValues(withType(values, type, isNew))}
            />
            <TimezoneSelect
              value={values.timezone}
              timezones={timezones}
              error={problems.timezone}
              onChange={(timezone) => change({ timezone })}
            />
          </div>
        </Panel>
      </div>
      <div className={classes.aside}>
        <Panel title="Next runs">
          <SchedulePreview timing={timing} />
        </Panel>
      </div>
      <div className={classes.fields}>
        <Panel title="Failures">
          <div className={classes.failures}>
            <TextInput
              label="Max failures"
              name="max_failures"
              required
              inputMode="numeric"
              maxLength={2}
              autoComplete="off"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              className={classes.limit}
              description="From 1 to 10. After so many failures in a row the schedule stops; the dashboard says so, and a mail goes to the address in the setting notification_email. A good run counts from zero again."
              value={values.max_failures}
              error={problems.max_failures}
              onChange={(event) => change({ max_failures: event.currentTarget.value })}
            />
            <Checkbox
              name="is_active"
              label="Active"
              description="Only an active schedule runs by itself."
              checked={values.is_active}
              error={problems.is_active}
              onChange={(event) => change({ is_active: event.currentTarget.checked })}
            />
          </div>
        </Panel>
      </div>
      <div className={classes.bar}>
        {!saved && (
          <EditConflicts
            conflicts={conflicts}
            values={values}
            labels={scheduleFieldLabels}
            wordOf={(name, value) =>
              name === 'store_id'
                ? stores.find(({ id }) => id === value)?.shop_name
                : choiceWord({ [name]: value })
            }
            saveLabel={submitLabel}
          />
        )}
        {error && !isOver && (
          <Banner tone="danger" title={failedTitle}>
            {Object.keys(refusal).length === 0 ? describeError(error) : Object.values(refusal).join(' ')}
          </Banner>
        )}
        <div className={classes.barActions}>
          {cancelLink}
          <Button type="submit" loading={saving} disabled={saved}>
            {submitLabel}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard active={() => !saved && !isSameSchedule(values, initial)} />
    </form>
  );
}

/** What the preview is asked, once nobody is typing, and what the server says against it, at the inputs it is about. */
function usePreview(values: ScheduleFormValues) {
  const key = JSON.stringify(timingOf(values));
  const [settled] = useDebouncedValue(key, PREVIEW_DELAY);
  const timing = useMemo(() => JSON.parse(settled) as ReturnType<typeof timingOf>, [settled]);
  const { data, isPlaceholderData } = useQuery(schedulePreviewQuery(useApi(), timing));
  const isCurrent = settled === key && !isPlaceholderData;
  return { timing, remarks: remarksOf(isCurrent && data?.problem ? [data.problem] : []) };
}

type StoreSelectProps = {
  value: string;
  stores: readonly Store[];
  error: string | undefined;
  onChange: (store: Store | undefined) => void;
};

function StoreSelect({ value, stores, error, onChange }: StoreSelectProps) {
  const store = stores.find(({ id }) => id === value);
  return (
    <NativeSelect
      label="Store"
      name="store_id"
      required
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={store && storeRemark(store)}
      value={value}
      error={error}
      onChange={(event) => onChange(stores.find(({ id }) => id === event.currentTarget.value))}
    >
      <option value="" disabled hidden>
        Choose a store
      </option>
      {value !== '' && !store && <option value={value}>A store that is not listed</option>}
      {stores.map(({ id, shop_name: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Those that fit the store; one that was stored and does not fit stays in sight until another is chosen. */
function methodOptions(store: Store | undefined, chosen: SyncMethod) {
  const methods = new Set([...methodsOf(store), chosen]);
  return [...methods].map((value) => ({ value, label: SYNC_METHOD_LABELS[value] }));
}

/** The server's sentences, each at its input. */
function remarksOf(errors: readonly FieldError[]): ScheduleProblems {
  const remarks: ScheduleProblems = {};
  for (const { path, message } of errors) {
    const field = fieldOf(path);
    if (field !== null) remarks[field] ??= message;
  }
  return remarks;
}

/** What the server refused is refused until something else stands there. */
function stillRefused(
  refusal: ScheduleProblems,
  sent: ScheduleFormValues | null,
  values: ScheduleFormValues,
): ScheduleProblems {
  return Object.fromEntries(
    Object.entries(refusal).filter(
      ([field]) => sent?.[field as ScheduleFormField] === values[field as ScheduleFormField],
    ),
  );
}

/** Takes a person to the first of the inputs, in the order of the form. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
}
