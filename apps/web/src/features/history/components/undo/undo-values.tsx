import { Button } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { attributeLabel } from '../../../../lib/format/format-value.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import { targetName } from '../../record-names.ts';
import { HistoryValue } from '../history-value.tsx';
import classes from './undo-dialog.module.css';

/** Listed initially, and at most; the rest is counted. */
const LISTED_AT_FIRST = 5;
const LISTED_AT_MOST = 100;

type Props = { records: readonly HistoryRecord[]; total: number; label?: string };

/** Restored values, from current to old. */
export function UndoValues({ records, total, label = 'Values that are restored' }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const definitions = useDefinitions();
  const listed = records.slice(0, unfolded ? LISTED_AT_MOST : LISTED_AT_FIRST);
  const rest = total - listed.length;
  return (
    <ul className={`${classes.list} plain-list`} aria-label={label}>
      {listed.map((record) => (
        <li key={record.id} className={classes.value}>
          <span className={classes.target}>
            {targetName(record)}
            <span className={classes.store}>{record.store_details.shop_name}</span>
          </span>
          <span className={classes.step}>
            <span className="muted">
              {attributeLabel(record.attribute_changed, definitions([record.store_id]))}
            </span>
            <span className="muted">
              <HistoryValue value={record.new_value} of={record} definitions={definitions} />
            </span>
            <IconArrowRight size={13} className={classes.arrow} aria-label="back to" />
            <span className={classes.restored}>
              <HistoryValue value={record.old_value} of={record} definitions={definitions} />
            </span>
          </span>
        </li>
      ))}
      {rest > 0 && (
        <li className={classes.more}>
          and {formatCount(rest)} more{' '}
          {!unfolded && (
            <Button variant="subtle" size="compact-xs" onClick={() => setUnfolded(true)}>
              {total > LISTED_AT_MOST ? `Show the first ${LISTED_AT_MOST}` : 'Show all'}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}
