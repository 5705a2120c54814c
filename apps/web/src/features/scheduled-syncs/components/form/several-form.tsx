import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduleSeveralInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useMemo } from 'react';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { useDraft } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { UnsavedChangesGuard } from '../../../../components/unsaved/unsaved-changes-guard.tsx';
import { paths } from '../../../../lib/paths.ts';
import { ownTimezone } from '../../schedule-times.ts';
import { fieldOf, withType } from '../../schedule-values.ts';
import {
  newSeveral,
  SEVERAL_TYPES,
  type SeveralFormValues,
  severalInput,
  severalLabels,
  severalProblems,
} from '../../several-values.ts';
import classes from './schedule-form.module.css';
import { ScheduleScopeFields } from './schedule-scope-fields.tsx';
import { ScheduleTimingFields } from './schedule-timing-fields.tsx';
import { SeveralPlan } from './several-plan.tsx';
import { StoresField } from './stores-field.tsx';
import { TimezoneSelect } from './timezone-select.tsx';

/** Debounce of the plan, in milliseconds. */
const PLAN_DELAY = 250;

type Props = {
  stores: readonly Store[];
  /** Ids of stores with a schedule. */
  scheduled: ReadonlySet<string>;
  timezones: readonly string[];
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onSave: (input: ScheduleSeveralInput) => void;
};

/** One schedule for several stores, each starting a little after the previous one. */
export function SeveralForm({ stores, scheduled, timezones, change, onSave }: Props) {
  const own = ownTimezone();
  const saved = useMemo(() => newSeveral(timezones.includes(own) ? own : 'UTC'), [own, timezones]);
  /** Without stores deleted since they were chosen. */
  const existing = (chosen: SeveralFormValues): SeveralFormValues => ({
    ...chosen,
    store_ids: chosen.store_ids.filter((id) => stores.some((store) => store.id === id)),
  });
  const draft = useDraft<SeveralFormValues>({
    saved,
    labels: severalLabels,
    problemsOf: (typed) => severalProblems(existing(typed)),
    change,
    fieldOf: (path) => (path === 'store_ids' || path === 'minutes_apart' ? path : fieldOf(path)),
    onSave: (values) => {
      const input = severalInput(existing(values));
      if (input) onSave(input);
    },
  });
  const { setValues, fields, problems } = draft;
  const values = existing(draft.values);
  const [settled] = useDebouncedValue(JSON.stringify(severalInput(values)), PLAN_DELAY);
  const planned = useMemo(() => JSON.parse(settled) as ScheduleSeveralInput | null, [settled]);
  return (
    <form {...draft.form} aria-label="Schedule Several Stores" className={classes.form}>
      <div className={classes.fields}>
        <Panel title="Which stores">
          <StoresField
            stores={stores}
            scheduled={scheduled}
            value={values.store_ids}
            error={problems.store_ids}
            onChange={(ids) => draft.change({ store_ids: ids })}
          />
        </Panel>
        <Panel title="What is synced">
          <div className={classes.grid}>
            <ScheduleScopeFields fields={fields} values={values} />
          </div>
        </Panel>
        <Panel title="When they run">
          <div className={classes.when}>
            <ScheduleTimingFields
              types={SEVERAL_TYPES}
              fields={fields}
              values={values}
              problems={problems}
              onChange={draft.change}
              onTypeChange={(type) => setValues({ ...values, ...withType(values, type, false) })}
            />
            <TextInput
              required
              inputMode="numeric"
              maxLength={3}
              className={classes.limit}
              description="Between one store and the next. Times near other schedules are skipped."
              {...fields.text('minutes_apart')}
            />
            <TimezoneSelect
              value={values.timezone}
              timezones={timezones}
              error={problems.timezone}
              onChange={(timezone) => draft.change({ timezone })}
            />
            <TextInput
              required
              maxLength={255}
              description="The store’s name is added to it."
              {...fields.text('name')}
            />
          </div>
        </Panel>
      </div>
      <div className={classes.aside}>
        <Panel title="Start times">
          <SeveralPlan input={planned} />
        </Panel>
      </div>
      <div className={classes.bar}>
        <FailureBanner title={messages.scheduledSyncs.createFailed} error={draft.failure} />
        <div className={classes.barActions}>
          <ButtonLink to={paths.scheduledSyncs} variant="default">
            Cancel
          </ButtonLink>
          <Button type="submit" loading={change.isPending} disabled={change.isSuccess}>
            {values.store_ids.length === 0
              ? 'Create Schedules'
              : `Create ${formatQuantity(values.store_ids.length, 'Schedule')}`}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard active={() => !change.isSuccess && draft.isDirty} />
    </form>
  );
}
