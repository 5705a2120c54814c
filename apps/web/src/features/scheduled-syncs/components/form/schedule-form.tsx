import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SYNC_METHOD_LABELS, type SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduledSync, ScheduledSyncInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EditConflicts } from '../../../../components/feedback/edit-conflicts.tsx';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { type Draft, type Fields, useDraft } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { UnsavedChangesGuard } from '../../../../components/unsaved/unsaved-changes-guard.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { paths } from '../../../../lib/paths.ts';
import { schedulePreviewQuery } from '../../api/queries.ts';
import {
  fieldOf,
  formOf,
  methodsOf,
  newSchedule,
  type ScheduleFormField,
  type ScheduleFormValues,
  type ScheduleProblems,
  scheduleProblems,
  timingOf,
  toInput,
  withStore,
  withType,
} from '../../schedule-values.ts';
import { choiceWord, scheduleFieldLabels, storeRemark } from '../../schedule-words.ts';
import classes from './schedule-form.module.css';
import { SchedulePreview } from './schedule-preview.tsx';
import { ScheduleScopeFields } from './schedule-scope-fields.tsx';
import { ScheduleTimingFields } from './schedule-timing-fields.tsx';
import { TimezoneSelect } from './timezone-select.tsx';

/** Debounce of the preview, in milliseconds. */
const PREVIEW_DELAY = 250;

type Props = {
  /** The stored schedule; null for a new one, which uses each type's defaults. */
  schedule: ScheduledSync | null;
  /** Source of a copy, instead of the defaults. */
  original?: ScheduledSync | undefined;
  stores: readonly Store[];
  timezones: readonly string[];
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onSave: (input: ScheduledSyncInput) => void;
};

/** Which store is synced, how and when. */
export function ScheduleForm(props: Props) {
  const { schedule, original, stores, timezones, change, onSave } = props;
  const draft = useDraft<ScheduleFormValues>({
    saved: useMemo(() => startingValues(schedule, original), [schedule, original]),
    labels: scheduleFieldLabels,
    problemsOf: scheduleProblems,
    change,
    fieldOf,
    onSave: (values) => onSave(toInput(values)),
  });
  const { values, setValues, fields } = draft;
  const { timing, remarks } = usePreview(values);
  const problems = { ...remarks, ...draft.problems };
  return (
    <form
      {...draft.form}
      aria-label={`${schedule ? 'Edit' : 'Create'} Scheduled Sync`}
      className={classes.form}
    >
      <div className={classes.fields}>
        <Panel title="What is synced">
          <div className={classes.grid}>
            <TextInput
              className={classes.wide}
              required
              maxLength={255}
              placeholder="Nightly sync"
              {...fields.text('name')}
            />
            <StoreSelect
              fields={fields}
              stores={stores}
              onChange={(store) => setValues(withStore(values, store))}
            />
            <NativeSelect
              data={methodOptions(
                stores.find(({ id }) => id === values.store_id),
                values.sync_method,
              )}
              {...fields.text('sync_method')}
            />
            <ScheduleScopeFields fields={fields} values={values} />
          </div>
        </Panel>
        <Panel title="When it runs">
          <div className={classes.when}>
            <ScheduleTimingFields
              fields={fields}
              values={values}
              problems={problems}
              onChange={draft.change}
              onTypeChange={(type) => setValues(withType(values, type, schedule === null))}
            />
            <TimezoneSelect
              value={values.timezone}
              timezones={timezones}
              error={problems.timezone}
              onChange={(timezone) => draft.change({ timezone })}
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
        <FailurePanel fields={fields} />
      </div>
      <ActionBar {...props} draft={draft} />
      <UnsavedChangesGuard active={() => !change.isSuccess && draft.isDirty} />
    </form>
  );
}

function startingValues(schedule: ScheduledSync | null, original: ScheduledSync | undefined) {
  if (schedule) return formOf(schedule);
  return original ? { ...formOf(original), name: `${original.name} (copy)` } : newSchedule;
}

type FieldsProps = { fields: Fields<ScheduleFormField> };

function FailurePanel({ fields }: FieldsProps) {
  return (
    <Panel title="Failures">
      <div className={classes.failures}>
        <TextInput
          required
          inputMode="numeric"
          maxLength={2}
          className={classes.limit}
          description={
            'From 1 to 10. After this many failures in a row the schedule stops; the dashboard says so, and the ' +
            'address in the setting notification_email gets a mail. A successful run resets the count.'
          }
          {...fields.text('max_failures')}
        />
        <Checkbox description="Only active schedules run automatically." {...fields.tick('is_active')} />
      </div>
    </Panel>
  );
}

type BarProps = Pick<Props, 'schedule' | 'stores' | 'change'> & { draft: Draft<ScheduleFormValues> };

function ActionBar({ schedule, stores, change, draft }: BarProps) {
  const { createFailed, updateFailed } = messages.scheduledSyncs;
  const submitLabel = `${schedule ? 'Update' : 'Create'} Scheduled Sync`;
  const wordOf = (name: ScheduleFormField, value: unknown) =>
    name === 'store_id'
      ? stores.find(({ id }) => id === value)?.shop_name
      : choiceWord({ [name]: value } as Partial<ScheduleFormValues>);
  return (
    <div className={classes.bar}>
      {!change.isSuccess && <EditConflicts {...draft.conflicts} wordOf={wordOf} saveLabel={submitLabel} />}
      <FailureBanner title={schedule ? updateFailed : createFailed} error={draft.failure} />
      <div className={classes.barActions}>
        <ButtonLink to={paths.scheduledSyncs} variant="default">
          Cancel
        </ButtonLink>
        <Button type="submit" loading={change.isPending} disabled={change.isSuccess}>
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}

/** Debounced input of the preview, and the server's validation errors by field. */
function usePreview(values: ScheduleFormValues) {
  const key = JSON.stringify(timingOf(values));
  const [settled] = useDebouncedValue(key, PREVIEW_DELAY);
  const timing = useMemo(() => JSON.parse(settled) as ReturnType<typeof timingOf>, [settled]);
  const { data, isPlaceholderData } = useQuery(schedulePreviewQuery(useApi(), timing));
  const isCurrent = settled === key && !isPlaceholderData;
  const problem = isCurrent ? data?.problem : null;
  const field = problem ? fieldOf(problem.path) : null;
  const remarks: ScheduleProblems = problem && field ? { [field]: problem.message } : {};
  return { timing, remarks };
}

type StoreSelectProps = FieldsProps & {
  stores: readonly Store[];
  onChange: (store: Store | undefined) => void;
};

function StoreSelect({ fields, stores, onChange }: StoreSelectProps) {
  const field = fields.text('store_id');
  const store = stores.find(({ id }) => id === field.value);
  return (
    <NativeSelect
      {...field}
      required
      description={store && storeRemark(store)}
      onChange={(event) => onChange(stores.find(({ id }) => id === event.currentTarget.value))}
    >
      <option value="" disabled hidden>
        Choose a store
      </option>
      {field.value !== '' && !store && <option value={field.value}>Unlisted store</option>}
      {stores.map(({ id, shop_name: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Methods that fit the store; a stored unfitting one stays listed until another is chosen. */
function methodOptions(store: Store | undefined, chosen: SyncMethod) {
  const methods = new Set([...methodsOf(store), chosen]);
  return [...methods].map((value) => ({ value, label: SYNC_METHOD_LABELS[value] }));
}
