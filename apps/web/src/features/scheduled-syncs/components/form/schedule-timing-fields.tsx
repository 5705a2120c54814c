import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { SCHEDULE_TYPES, type ScheduleType } from '@storefleet/contract/syncs/schedule-constants';
import { useId } from 'react';
import { type Fields, verbatim } from '../../../../components/form/use-draft.ts';
import type { ScheduleFormField, ScheduleFormValues, ScheduleProblems } from '../../schedule-values.ts';
import { scheduleTypeLabels } from '../../schedule-words.ts';
import classes from './schedule-form.module.css';
import { WeekdayPicker } from './weekday-picker.tsx';

const cronExamples = [
  { label: 'Every 15 minutes', cron: '*/15 * * * *' },
  { label: 'Every hour', cron: '0 * * * *' },
  { label: 'Weekdays at 02:00', cron: '0 2 * * MON-FRI' },
  { label: 'Twice a day', cron: '0 6,18 * * *' },
];

/** Days missing in some months. */
const LAST_DAY_OF_EVERY_MONTH = 28;

type Props = {
  fields: Fields<ScheduleFormField>;
  values: ScheduleFormValues;
  problems: ScheduleProblems;
  onChange: (part: Partial<ScheduleFormValues>) => void;
  onTypeChange: (type: ScheduleType) => void;
  /** Default: all. */
  types?: readonly ScheduleType[];
};

/** When a schedule runs; each type has its own settings. */
export function ScheduleTimingFields(props: Props) {
  const { fields, values, problems, onChange, onTypeChange, types = SCHEDULE_TYPES } = props;
  const typeId = useId();
  const type = values.schedule_type;
  const number = (name: 'hour' | 'minute' | 'day_of_month') => ({
    ...fields.text(name),
    error: problems[name],
    required: true,
    inputMode: 'numeric' as const,
    maxLength: 2,
    className: classes.number ?? '',
  });
  return (
    <>
      <div>
        <div id={typeId} className={classes.legend}>
          Schedule type
        </div>
        <SegmentedControl<ScheduleType>
          fullWidth
          aria-labelledby={typeId}
          name="schedule_type"
          data={types.map((value) => ({ value, label: scheduleTypeLabels[value] }))}
          value={type}
          onChange={onTypeChange}
        />
      </div>
      {type === 'weekly' && (
        <WeekdayPicker days={values.days} error={problems.days} onChange={(days) => onChange({ days })} />
      )}
      {type === 'cron' ? (
        <CronInput {...props} />
      ) : (
        <div className={classes.numbers}>
          {type === 'monthly' && (
            <TextInput
              {...number('day_of_month')}
              description={
                Number(values.day_of_month) > LAST_DAY_OF_EVERY_MONTH
                  ? messages.scheduledSyncs.shortMonth
                  : undefined
              }
            />
          )}
          <TextInput {...number('hour')} />
          <TextInput {...number('minute')} />
        </div>
      )}
    </>
  );
}

function CronInput({ fields, problems, onChange }: Pick<Props, 'fields' | 'problems' | 'onChange'>) {
  return (
    <div className={classes.cron}>
      <TextInput
        {...verbatim}
        {...fields.text('cron')}
        error={problems.cron}
        required
        maxLength={255}
        classNames={{ input: 'code' }}
        description={
          <>
            <span className="code">minute hour day month day_of_week</span>. For the days of a week, 0 and 7
            are both Sunday, and names such as MON-FRI work too.
          </>
        }
      />
      <fieldset className={classes.examples} aria-label="Examples">
        {cronExamples.map(({ label, cron }) => (
          <Button key={cron} variant="default" size="compact-sm" onClick={() => onChange({ cron })}>
            {label}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
