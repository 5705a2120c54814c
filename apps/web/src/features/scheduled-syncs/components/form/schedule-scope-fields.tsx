import { NativeSelect, TextInput } from '@mantine/core';
import { SYNC_SCOPES } from '@storefleet/contract/constants';
import { FULL_SYNC_UNITS } from '@storefleet/contract/syncs/schedule-constants';
import type { Fields } from '../../../../components/form/use-draft.ts';
import type { ScheduleFormField, ScheduleFormValues } from '../../schedule-values.ts';
import { SCOPE_WORDS } from '../../schedule-words.ts';
import classes from './schedule-form.module.css';

type Props = { fields: Fields<ScheduleFormField>; values: Pick<ScheduleFormValues, 'sync_scope'> };

/** What a schedule syncs: everything, or changes with a full sync at intervals. */
export function ScheduleScopeFields({ fields, values }: Props) {
  const isOfChanges = values.sync_scope === 'changes';
  return (
    <>
      <NativeSelect
        className={classes.wide}
        data={SYNC_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }))}
        description={
          isOfChanges
            ? 'Reads only what the store reports as changed. The full syncs in between find removed products, and ' +
              'changes that the store does not report.'
            : undefined
        }
        {...fields.text('sync_scope')}
      />
      {isOfChanges && (
        <>
          <TextInput required inputMode="numeric" maxLength={4} {...fields.text('full_every')} />
          <NativeSelect data={[...FULL_SYNC_UNITS]} {...fields.text('full_every_unit')} />
        </>
      )}
    </>
  );
}
