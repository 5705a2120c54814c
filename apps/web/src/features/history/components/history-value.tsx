import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { FOLDED_LENGTH, formatValue, type ValueOf, valueFace } from '../history-value.ts';
import classes from './history-value.module.css';

/** A value as it is stored, with its currency; a long one is folded until somebody asks for the rest. */
export function HistoryValue({ value, of }: { value: string | null; of: ValueOf }) {
  const [unfolded, setUnfolded] = useState(false);
  const text = formatValue(value, of);
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
