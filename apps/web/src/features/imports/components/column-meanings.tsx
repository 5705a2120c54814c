import { NativeSelect } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  type ColumnChoices,
  columnWords,
  type ImportColumn,
  meaningOf,
  meaningOptions,
} from '../import-columns.ts';
import classes from './column-meanings.module.css';

type Props = {
  columns: readonly ImportColumn[];
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
};

/** The meaning of each column, expanded for unknown ones. */
export function ColumnMeanings({ columns, choices, onChange }: Props) {
  const unknown = columns.filter(({ meaning }) => meaning === null).length;
  // A choice applies to every column with the same heading.
  const distinct = new Map(columns.map((column) => [column.heading, column]));
  return (
    <details className={classes.fold} open={unknown > 0}>
      <summary>
        Columns: <span className={classes.words}>{columnWords(columns, choices)}</span>
      </summary>
      {unknown > 0 && (
        <p className={classes.hint}>
          {formatQuantity(unknown, 'heading')} {unknown === 1 ? 'is' : 'are'} not known yet. Your choices are
          remembered for next time.
        </p>
      )}
      <ul className={classes.columns} aria-label="Columns of the file">
        {[...distinct.values()].map((column) => (
          <li key={column.heading} data-unknown={column.meaning === null || undefined}>
            <div className={classes.column}>
              <span className={classes.heading}>{column.heading}</span>
              <span className={classes.samples}>{column.samples.join(' · ') || 'empty'}</span>
            </div>
            <NativeSelect
              aria-label={`Meaning of ${column.heading}`}
              size="xs"
              data={meaningOptions}
              value={meaningOf(column, choices)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const chosen = meaningOptions.find((option) => option.value === value);
                if (chosen) onChange({ ...choices, [column.heading]: chosen.value });
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
