import { UnstyledButton } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import { useState } from 'react';
import { formatValue, valueFace } from '../../../lib/format/format-value.ts';
import type { Definitions } from '../../metafields/use-definitions.ts';
import classes from './history-value.module.css';

/** Longer values are collapsed. */
const FOLDED_LENGTH = 80;

type Shown = 'attribute_changed' | 'store_details' | 'store_id' | 'old_value' | 'new_value';
type Props = { value: string | null; of: Pick<HistoryRecord, Shown>; definitions: Definitions };

/** A stored value with its currency; long ones are collapsed. */
export function HistoryValue({ value, of, definitions }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const beside = value === of.old_value ? of.new_value : of.old_value;
  const { store_currency } = of.store_details;
  const text = formatValue(of.attribute_changed, value, store_currency, beside, definitions([of.store_id]));
  if (text === null) return <span className={classes.empty}>(empty)</span>;
  const folds = text.length > FOLDED_LENGTH;
  return (
    <span className={valueFace(of.attribute_changed)}>
      {folds && !unfolded ? `${text.slice(0, FOLDED_LENGTH).trimEnd()}…` : text}
      {folds && (
        <>
          {' '}
          <UnstyledButton
            className={classes.fold}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Show less' : 'Show all'}
          </UnstyledButton>
        </>
      )}
    </span>
  );
}
