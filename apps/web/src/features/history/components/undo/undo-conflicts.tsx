import { Button, Checkbox } from '@mantine/core';
import type { UndoConflict } from '@storefleet/contract/edits/history';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { formatDateTime } from '../../../../lib/format/format-time.ts';
import { describeValue } from '../../../../lib/format/format-value.ts';
import { type Definitions, useDefinitions } from '../../../metafields/use-definitions.ts';
import { changeName, personName } from '../../record-names.ts';
import { includable, LISTED_CONFLICTS } from '../../undo/undo-choice.ts';
import classes from './undo-dialog.module.css';

type Props = {
  conflicts: readonly UndoConflict[];
  total: number;
  included: ReadonlySet<string>;
  onInclude: (included: ReadonlySet<string>) => void;
};

/** Values changed since, each with its current value and a box to restore it anyway. */
export function UndoConflicts({ conflicts, total, included, onInclude }: Props) {
  const definitions = useDefinitions();
  const listed = conflicts.slice(0, LISTED_CONFLICTS);
  const choices = includable(conflicts);
  const toggle = (id: string, checked: boolean) => {
    const next = new Set(included);
    if (checked) next.add(id);
    else next.delete(id);
    onInclude(next);
  };
  return (
    <fieldset className={classes.conflicts}>
      <legend className={classes.legend}>
        {formatQuantity(total, 'value')} left unchanged
        {choices.length > 1 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onInclude(new Set(included.size < choices.length ? choices : []))}
          >
            {included.size < choices.length ? 'Restore all of these too' : 'Leave all of these'}
          </Button>
        )}
      </legend>
      <ul className={`${classes.list} plain-list`}>
        {listed.map((conflict) => (
          <li key={conflict.record.id} className={classes.value}>
            {conflict.can_include ? (
              <Checkbox
                classNames={{ description: classes.circumstances }}
                label={changeName(conflict.record, definitions)}
                description={<Circumstances conflict={conflict} definitions={definitions} />}
                checked={included.has(conflict.record.id)}
                onChange={(event) => toggle(conflict.record.id, event.currentTarget.checked)}
              />
            ) : (
              <>
                <span className={classes.target}>{changeName(conflict.record, definitions)}</span>
                <span className={classes.reason}>{conflict.reason}</span>
              </>
            )}
          </li>
        ))}
        {total > listed.length && (
          <li className={classes.more}>and {formatCount(total - listed.length)} more</li>
        )}
      </ul>
    </fieldset>
  );
}

type OfOne = { conflict: UndoConflict; definitions: Definitions };

/** "It was changed again since. Now €12.00, by Sam on 1 March. Restoring makes it €10.00." */
function Circumstances({ conflict, definitions }: OfOne) {
  const { record, reason, current_value, changed_by, changed_at } = conflict;
  const shown = (value: string | null) =>
    describeValue(
      record.attribute_changed,
      value,
      record.store_details.store_currency,
      null,
      definitions([record.store_id]),
    );
  return (
    <>
      {reason} Now <strong>{shown(current_value)}</strong>
      {changed_by && `, by ${personName(changed_by)}`}
      {changed_at && `, ${formatDateTime(changed_at)}`}. Tick to restore{' '}
      <strong>{shown(record.old_value)}</strong> anyway.
    </>
  );
}
