import type { BulkEditing, EditOutcome, SourceEdit } from '@storefleet/server/connectors/editing';
import type { JsonValue } from '@storefleet/server/connectors/json-value';
import { type FakeShop, take } from './fake-shop.ts';

type Operation = { readonly label: string; readonly edits: SourceEdit[]; outcomes: EditOutcome[] | null };

export type FakeBulk = {
  readonly editing: BulkEditing;
  /** Labels of the operations that were started. */
  readonly started: string[];
  readonly cancelled: JsonValue[];
  /** Called when a file of edits arrives, before the operation exists. */
  beforeStart: () => Promise<void> | void;
  /** Called when the operation exists, before the response is sent. */
  afterStart: () => Promise<void> | void;
  /** Called before part n of the outcomes (from 0) is returned. */
  beforePart: (part: number, signal: AbortSignal) => Promise<void> | void;
  /** Number of edits after which the source stops by itself. */
  limit: number;
  /** True if the source has no outcomes, for example because the file expired. */
  resultsGone: boolean;
};

const EDITS_PER_PART = 25;

/** Adds bulk operations to a shop, which run whether or not anybody follows them. */
export function addBulk(shop: FakeShop, minProducts: number): FakeBulk {
  const operations = new Map<number, Operation>();
  const bulk: FakeBulk = {
    started: [],
    cancelled: [],
    beforeStart: () => {},
    afterStart: () => {},
    beforePart: () => {},
    limit: Number.POSITIVE_INFINITY,
    resultsGone: false,
    editing: {
      minProducts,
      async start(edits, { label, signal, beforeWrite }) {
        await bulk.beforeStart();
        beforeWrite?.();
        signal.throwIfAborted();
        const id = operations.size;
        operations.set(id, { label, edits: structuredClone([...edits]), outcomes: null });
        bulk.started.push(label);
        await bulk.afterStart();
        return id;
      },
      async find(label) {
        return [...operations].find(([, operation]) => operation.label === label)?.[0] ?? null;
      },
      async *follow(id, edits, { signal }) {
        const operation = operations.get(Number(id));
        if (operation === undefined) throw new Error('The shop knows no such operation.');
        const keys = new Set(edits.map((edit) => edit.key));
        const outcomes = workOff(shop, operation, bulk.limit).filter(({ key }) => keys.has(key));
        if (bulk.resultsGone) return;
        for (let part = 0; part * EDITS_PER_PART < outcomes.length; part++) {
          signal.throwIfAborted();
          await bulk.beforePart(part, signal);
          yield outcomes.slice(part * EDITS_PER_PART, (part + 1) * EDITS_PER_PART);
        }
      },
      async cancel(operation) {
        bulk.cancelled.push(operation);
        return true;
      },
    },
  };
  Object.assign(shop.source.connector.editing ?? {}, { bulk: bulk.editing });
  return bulk;
}

function workOff(shop: FakeShop, operation: Operation, limit: number): EditOutcome[] {
  operation.outcomes ??= operation.edits.slice(0, limit).map((edit) => take(shop, edit));
  return operation.outcomes;
}
