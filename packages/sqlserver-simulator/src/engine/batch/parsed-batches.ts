import { parseBatch } from './parse-batch.ts';
import type { Statement } from './statements.ts';

const KEPT = 200;
/** Longer ones are seldom asked twice. */
const LONGEST = 20_000;
const batches = new Map<string, readonly Statement[]>();

/** A batch's statements; what was parsed lately is not parsed again. */
export function parsedBatch(batch: string): readonly Statement[] {
  const known = batches.get(batch);
  if (known !== undefined) {
    batches.delete(batch);
    batches.set(batch, known);
    return known;
  }
  const statements = parseBatch(batch);
  if (batch.length > LONGEST) return statements;
  batches.set(batch, statements);
  const [oldest] = batches.keys();
  if (batches.size > KEPT && oldest !== undefined) batches.delete(oldest);
  return statements;
}
