import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { Answer } from './fleet.ts';
import type { EditedAttribute, StoreProduct } from './stores.ts';

/** A value that somebody else set at the source. */
export type Link = {
  readonly storeId: string;
  readonly target: string;
  readonly attribute: EditedAttribute;
  readonly before: unknown;
  readonly after: string;
};

/** What the load did and got as responses, to compare with at the end. */
export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  /** Edits that are, or may be, under way, by product. */
  const underWay = new Map<string, number>();
  const unexpected: string[] = [];
  const count = (products: readonly StoreProduct[], change: 1 | -1) => {
    for (const { id } of products) underWay.set(id, (underWay.get(id) ?? 0) + change);
  };

  return {
    /** Batches that a web process has accepted. */
    applied: new Set<string>(),
    /** Results from responses. */
    answered: new Map<string, BulkUpdateResult>(),
    links: [] as Link[],
    due: [] as { scheduleId: string; at: Date }[],
    unexpected,

    expectStatus(what: string, { status, body }: Answer<unknown>, statuses: readonly number[]): void {
      if (!statuses.includes(status)) unexpected.push(`${what} answered ${status}: ${JSON.stringify(body)}`);
    },

    /** True for a product that no edit can be changing now. */
    isUntouched: ({ id }: StoreProduct): boolean => !underWay.get(id),

    /** Call the returned function once the edit is known to have ended. */
    begin(products: readonly StoreProduct[]): () => void {
      count(products, 1);
      return () => count(products, -1);
    },
  };
}
