import type {
  BulkEditing,
  EditOutcome,
  JsonValue,
  SourceEdit,
} from '@storefleet/server/connectors/connector';
import type { FakeShop } from './fake-shop.ts';
import { take } from './fake-shop.ts';

type Operation = { readonly label: string; readonly edits: SourceEdit[]; outcomes: EditOutcome[] | null };

export type FakeBulk = {
  readonly editing: BulkEditing;
  /** Labels of the operations that were started. */
  readonly started: string[];
  readonly cancelled: JsonValue[];
  /** Called when a file of edits arrives, before an operation exists. */
  beforeStart: () => Promise<void> | void;
  /** Called when the operation exists, before its answer leaves. */
  afterStart: () => Promise<void> | void;
  /** Called before the n-th part of the outcomes, from 0, is handed over. */
  beforePart: (part: number, signal: AbortSignal) => Promise<void> | void;
  /** How many edits the source works off before it stops by itself. */
  limit: number;
  /** True when the source keeps no outcomes, as of a file that expired. */
  resultsGone: boolean;
};

const EDITS_PER_PART = 25;

/** Adds to a shop what takes many edits at once, and works them off whether or not anybody follows. */
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
      async start(edits, { label }) {
        await bulk.beforeStart();
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
