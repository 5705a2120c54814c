import { Checkbox } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import classes from './filter-bar.module.css';

type ChoiceProps = { label: string; count: number | undefined; chosen: boolean; onToggle: () => void };

/** A value to choose, with the number of products it finds where that is counted. */
export function Choice({ label, count, chosen, onToggle }: ChoiceProps) {
  return (
    <li>
      <Checkbox
        classNames={{ body: classes.choice, labelWrapper: classes.fill, label: classes.line }}
        checked={chosen}
        onChange={onToggle}
        label={
          <>
            <span className={classes.label}>{label}</span>
            {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
          </>
        }
      />
    </li>
  );
}
