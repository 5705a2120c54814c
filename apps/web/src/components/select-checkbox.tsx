import type { ChangeEvent, KeyboardEvent } from 'react';
import classes from './select-checkbox.module.css';

/** Whether what the box covers is selected: all, some or none of it. */
export type PartState = 'all' | 'some' | 'none';

type Props = {
  state: PartState;
  label: string;
  /** Why it cannot be changed, as a sentence. */
  disabledBecause?: string | undefined;
  onToggle: (options: { range: boolean }) => void;
};

/** Native, because hundreds of them scroll by. Shift takes the rows in between as well. */
export function SelectCheckbox({ state, label, disabledBecause, onToggle }: Props) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      checked={state === 'all'}
      onKeyDown={toggleRange}
      onChange={(event) => onToggle({ range: hasShift(event) })}
    />
  );

  /** Not every browser reports the Shift key in the click that Space generates. */
  function toggleRange(event: KeyboardEvent): void {
    if (event.key !== ' ' || !event.shiftKey) return;
    event.preventDefault();
    onToggle({ range: true });
  }
}

function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}
