import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { EDITABLE_ATTRIBUTE_LABELS, MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../../components/form/use-draft.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { timezonesQuery } from '../../scheduled-syncs/api/queries.ts';
import { TimezoneSelect } from '../../scheduled-syncs/components/form/timezone-select.tsx';
import { WeekdayPicker } from '../../scheduled-syncs/components/form/weekday-picker.tsx';
import { DIRECTIONS, type GuardRailDraft } from '../guard-rail-draft.ts';
import classes from './guard-rails.module.css';

type Props = { draft: Draft<GuardRailDraft> };

const attributes = MONEY_ATTRIBUTES.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] }));

/** Fields of the chosen kind of rule. */
export function RuleFields({ draft }: Props) {
  const { fields, values, problems, change } = draft;
  const attribute = <NativeSelect data={attributes} {...fields.text('attribute')} />;
  const percent = (
    <TextInput required inputMode="decimal" rightSection="%" maxLength={8} {...fields.text('percent')} />
  );
  switch (values.kind) {
    case 'min_margin':
      return (
        <>
          <div className={classes.pair}>{percent}</div>
          <p className="note small">
            Fixed prices on market price lists count where the list has the currency of the costs. Others are
            not compared.
          </p>
        </>
      );
    case 'max_move':
      return (
        <div className={classes.pair}>
          {attribute}
          <NativeSelect data={[...DIRECTIONS]} {...fields.text('direction')} />
          {percent}
        </div>
      );
    case 'floor':
    case 'ceiling':
      return (
        <div className={classes.pair}>
          {attribute}
          <TextInput required inputMode="decimal" maxLength={14} {...fields.text('amount')} />
          <TextInput required maxLength={3} {...fields.text('currency')} />
        </div>
      );
    case 'ending':
      return (
        <div className={classes.pair}>
          {attribute}
          <TagsInput
            label="Endings"
            description="Press Enter to add another."
            placeholder={values.endings.length === 0 ? '.99' : ''}
            acceptValueOnBlur
            value={values.endings}
            error={problems.endings}
            onChange={(endings) => change({ endings })}
          />
        </div>
      );
    case 'max_rows':
      return (
        <div className={classes.pair}>
          <TextInput required inputMode="numeric" maxLength={7} {...fields.text('rows')} />
        </div>
      );
    case 'quiet_hours':
      return <QuietHours draft={draft} />;
  }
}

function QuietHours({ draft: { fields, values, problems, change } }: Props) {
  const { data: timezones } = useQuery(timezonesQuery(useApi()));
  return (
    <>
      <WeekdayPicker days={values.days} error={problems.days} onChange={(days) => change({ days })} />
      <div className={classes.pair}>
        <TextInput type="time" required {...fields.text('from')} />
        <TextInput
          type="time"
          required
          {...fields.text('to')}
          description={values.to <= values.from ? 'On the next day' : undefined}
        />
      </div>
      <TimezoneSelect
        value={values.timezone}
        timezones={timezones ?? []}
        error={problems.timezone}
        onChange={(timezone) => change({ timezone })}
      />
    </>
  );
}
