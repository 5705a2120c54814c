import type { ImportMatches } from '@storefleet/contract/edits/imports';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import classes from './import-dialog.module.css';

type Props = { matches: ImportMatches; isOld: boolean };

/** "30 rows: 28 match, 1 matches several variants, 1 matches nothing" */
export function MatchResult({ matches: { rows, matched, ambiguous, unmatched, invalid }, isOld }: Props) {
  const parts = [
    `${formatCount(matched)} ${matched === 1 ? 'matches' : 'match'}`,
    ambiguous > 0 && `${formatCount(ambiguous)} ${ambiguous === 1 ? 'matches' : 'match'} several variants`,
    unmatched > 0 && `${formatCount(unmatched)} ${unmatched === 1 ? 'matches' : 'match'} nothing`,
    invalid > 0 && `${formatCount(invalid)} cannot be read`,
  ].filter(Boolean);
  return (
    <p className={classes.result} role="status" data-old={isOld || undefined}>
      <strong>{formatQuantity(rows, 'row')}</strong>: {parts.join(', ')}.
    </p>
  );
}
