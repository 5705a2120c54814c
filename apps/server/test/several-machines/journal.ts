import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-updates';
import type { Answer } from './fleet.ts';
import type { EditedAttribute, LiveStore, StoreProduct } from './stores.ts';

/** A value that somebody else set at the source. */
export type Link = {
  readonly storeId: string;
  readonly target: string;
  readonly attribute: EditedAttribute;
  readonly before: unknown;
  readonly after: string;
};

/** What the load did and was told, against which the end is held. */
export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  /** Edits that are or may be under way, by product. */
  const underWay = new Map<string, number>();
  const keptAway = new Set<string>();
  const unexpected: string[] = [];

  return {
    /** Batches that a web process said it has taken. */
    applied: new Set<string>(),
    /** Results that were answered. */
    answered: new Map<string, BulkUpdateResult>(),
    links: [] as Link[],
    due: [] as { scheduleId: string; at: Date }[],
    unexpected,

    expectStatus(what: string, { status, body }: Answer<unknown>, statuses: readonly number[]): void {
      if (!statuses.includes(status)) unexpected.push(`${what} answered ${status}: ${JSON.stringify(body)}`);
    },

    /** Those that nobody is changing at the source just now. */
    editable: ({ products }: LiveStore, count: number): StoreProduct[] =>
      products.slice(0, count).filter(({ id }) => !keptAway.has(id)),

    /** Those that no edit can be about just now. */
    untouched: ({ products }: LiveStore, count: number): StoreProduct[] =>
      products.slice(0, count).filter(({ id }) => !underWay.has(id) && !keptAway.has(id)),

    /** The function that is answered is called when it is known that the edit has ended. */
    begin(products: readonly StoreProduct[]): () => void {
      for (const { id } of products) underWay.set(id, (underWay.get(id) ?? 0) + 1);
      return () => {
        for (const { id } of products) {
          const left = (underWay.get(id) ?? 1) - 1;
          if (left === 0) underWay.delete(id);
          else underWay.set(id, left);
        }
      };
    },

    keepAway({ id }: StoreProduct): () => void {
      keptAway.add(id);
      return () => void keptAway.delete(id);
    },
  };
}
