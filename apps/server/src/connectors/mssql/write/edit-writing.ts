import type { Editing, EditOutcome } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import type { SqlServer } from '../client/sql.ts';
import { refused } from './edit-decisions.ts';
import { type PreparedEdit, prepareEdit } from './edit-inputs.ts';
import { EndedTransaction, isRefusal, writeEdits } from './edit-transaction.ts';
import type { EditPlan } from './edit-values.ts';

/**
 * Writes to some products in one transaction. If that fails for all of them together, each half of the
 * products gets a transaction of its own; the edits of one product stay together.
 */

/** Milliseconds in all: one statement's limit, and some more per edit. */
const WRITE_TIMEOUT_MS = 30_000;
const EDIT_TIMEOUT_MS = 250;

export function createWriter(plan: EditPlan, server: SqlServer): Editing['write'] {
  return async (edits, { signal, beforeWrite }) => {
    const refusals: EditOutcome[] = [];
    const open: PreparedEdit[] = [];
    for (const edit of edits) {
      const prepared = prepareEdit(edit, plan);
      if ('refusal' in prepared) refusals.push(refused(edit, prepared.refusal));
      else open.push(prepared);
    }

    async function writeTogether(together: readonly PreparedEdit[], inSets: boolean): Promise<EditOutcome[]> {
      if (together.length === 0) return [];
      let reached: readonly EditOutcome[] = [];
      try {
        return await server.transaction(
          async (tx) => {
            const outcomes = await writeEdits(tx, together, { ...plan, inSets });
            reached = outcomes;
            // Nothing counts before the COMMIT, which an aborted signal prevents.
            beforeWrite?.();
            return outcomes;
          },
          { signal, timeoutMs: WRITE_TIMEOUT_MS + together.length * EDIT_TIMEOUT_MS },
        );
      } catch (error) {
        if (error instanceof SourceError && error.mayHaveRun) {
          return reached.map((outcome) => inDoubt(outcome, error));
        }
        if (error instanceof EndedTransaction && error.refused !== null) {
          const { edit: culprit, message } = error.refused;
          const others = together.filter(({ edit }) => edit !== culprit);
          return [refused(culprit, message), ...(await writeTogether(others, inSets))];
        }
        if (!(error instanceof EndedTransaction || isRefusal(error))) throw error;
        const halves = halvesOf(together);
        if (halves !== null) return writeOneByOne(halves, inSets);
        if (error instanceof EndedTransaction) return writeTogether(together, false);
        throw error;
      }
    }

    /** Once something may be committed, later failures are reported as unknown rather than thrown. */
    async function writeOneByOne(
      parts: readonly (readonly PreparedEdit[])[],
      inSets: boolean,
    ): Promise<EditOutcome[]> {
      const outcomes: EditOutcome[] = [];
      for (const part of parts) {
        try {
          outcomes.push(...(await writeTogether(part, inSets)));
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof SourceError)) throw error;
          if (isRefusal(error)) outcomes.push(...part.map(({ edit }) => refused(edit, error.message)));
          else if (outcomes.length === 0) throw error;
          else outcomes.push(...part.map(({ edit: { key } }) => ({ key, kind: 'unknown', error }) as const));
        }
      }
      return outcomes;
    }

    return [...refusals, ...(await writeTogether(open, plan.inSets))];
  };
}

/** Only the edits to be committed are in doubt: the others are known whatever the COMMIT's outcome. */
function inDoubt(outcome: EditOutcome, error: SourceError): EditOutcome {
  return outcome.kind === 'applied' ? { key: outcome.key, kind: 'unknown', error } : outcome;
}

/** Split by product; null for a single one. */
function halvesOf(edits: readonly PreparedEdit[]): PreparedEdit[][] | null {
  const products = [...Map.groupBy(edits, ({ edit }) => edit.productId).values()];
  if (products.length < 2) return null;
  const half = Math.ceil(products.length / 2);
  return [products.slice(0, half).flat(), products.slice(half).flat()];
}
