import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { LookAgain } from '../../../components/feedback/look-again.tsx';
import { Arrow } from '../../../components/text/arrow.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { countWarnings } from '../../bulk-updates/count-warnings.ts';
import { fieldLabel, idOf, ownerName, valueWords } from '../edit-cell.ts';
import type { PastePlan } from '../grid/paste-plan.ts';
import classes from './edit-list.module.css';
import { EditList } from './edit-list.tsx';

const MOST_LISTED = 200;

type Props = { plan: PastePlan | null; onSave: () => void; onCancel: () => void };

/** Lists many or suspicious values, and asks before saving them. */
export function PlannedValuesDialog({ plan, onSave, onCancel }: Props) {
  /** The plan whose warnings were confirmed. */
  const [confirmed, setConfirmed] = useState<PastePlan | null>(null);
  const changes = plan?.changes ?? [];
  const values = formatQuantity(changes.length, 'value');
  const verb = usePermission('products.bulkUpdate') === null ? 'Save' : 'Propose';
  const warned = plan !== null && plan.warnings.length > 0;
  return (
    <ConfirmDialog
      opened={plan !== null}
      title={`${verb} ${values}?`}
      confirmLabel={`${verb} ${values}`}
      blocked={warned && confirmed !== plan}
      onCancel={onCancel}
      onConfirm={onSave}
    >
      {plan && (
        <>
          {notesOn(plan).map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
          {warned && (
            <div className={classes.note}>
              <LookAgain
                warnings={countWarnings(plan.warnings)}
                confirmed={confirmed === plan}
                onConfirm={(ticked) => setConfirmed(ticked ? plan : null)}
              />
            </div>
          )}
          <EditList label="New values">
            {changes.slice(0, MOST_LISTED).map(({ cell, value, shown }) => (
              <li key={idOf(cell)} className={classes.entry}>
                <span className={classes.name}>{ownerName(cell)}</span>
                <span className={`${classes.change} tabular`}>
                  {valueWords(cell, shown)}
                  <Arrow />
                  {valueWords(cell, value)}
                </span>
                <span className={classes.detail}>
                  {fieldLabel(cell)} · {cell.row.item.store_name}
                </span>
              </li>
            ))}
          </EditList>
          {changes.length > MOST_LISTED && (
            <p className={classes.more}>and {formatCount(changes.length - MOST_LISTED)} more</p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function notesOn(plan: PastePlan): string[] {
  const { refusals, unchanged, blank, left, byCode, currencies } = plan;
  const notes: string[] = [];
  if (byCode) notes.push('Each line goes to the row with its SKU or barcode.');
  const [first] = refusals;
  if (first) {
    notes.push(
      `${formatQuantity(refusals.length, 'value')} cannot be saved and will be marked, such as “${first.typed}”: ${first.message}`,
    );
  }
  if (unchanged > 0)
    notes.push(
      `${formatQuantity(unchanged, 'cell')} already ${unchanged === 1 ? 'holds' : 'hold'} the value.`,
    );
  if (blank > 0)
    notes.push(
      `${formatQuantity(blank, 'cell')} without a new value ${blank === 1 ? 'stays' : 'stay'} unchanged.`,
    );
  if (left > 0)
    notes.push(
      `${formatQuantity(left, 'line')} of the clipboard ${left === 1 ? 'matches no row and is' : 'match no row and are'} left out.`,
    );
  if (currencies.length > 1) {
    notes.push(
      `These stores use different currencies (${currencies.join(', ')}): amounts are not converted.`,
    );
  }
  return notes;
}
