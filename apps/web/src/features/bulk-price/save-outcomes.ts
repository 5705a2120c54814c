import { formatQuantity } from '@storefleet/contract/values/quantity';
import { describeError, isTransient } from '../../lib/api/describe-error.ts';
import type { SaveOutcome, Verdict } from './cell-lane.ts';
import { cellName, type EditCell, valueWords } from './edit-cell.ts';

export type Ended = { cell: EditCell; verdict: Verdict };

/** Outcome of a value whose save failed as a whole. */
export function failureOf(error: unknown): SaveOutcome {
  const message = describeError(error);
  return isTransient(error) ? lostAnswer(message) : { kind: 'failed', message };
}

export function lostAnswer(message: string): SaveOutcome {
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return {
    kind: 'lost',
    message: `${sentence} The value may have been saved; saving it again is safe.`,
  };
}

/** Announces the result of a save to screen readers. */
export function sentenceAbout(ended: readonly Ended[]): string {
  const [only, ...more] = ended;
  if (only && more.length === 0) {
    const { cell, verdict } = only;
    return verdict.kind === 'saved'
      ? `${cellName(cell)} saved: ${valueWords(cell, verdict.value)}`
      : `${cellName(cell)} was not saved. ${verdict.message}`;
  }
  const saved = ended.filter(({ verdict }) => verdict.kind === 'saved').length;
  const failed = ended.length - saved;
  return failed === 0
    ? `${formatQuantity(saved, 'value')} saved.`
    : `${formatQuantity(saved, 'value')} saved, ${formatQuantity(failed, 'value')} not saved.`;
}
