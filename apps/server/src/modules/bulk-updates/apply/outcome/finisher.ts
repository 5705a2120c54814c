import { setTimeout as startTimer } from 'node:timers';
import type { ItemEnd } from './decisions.ts';

/** The outcomes of the items of one product. */
export type ProductEnd = {
  readonly productId: string;
  readonly ends: readonly ItemEnd[];
  /** True if none of its items is being sent any more. */
  readonly release: boolean;
};

/** Stores once this many are collected, or after a moment. */
const ENOUGH_PRODUCTS = 25;
/** Keeps transactions short, for the sake of everybody else on the embedded database. */
const PRODUCTS_PER_GROUP = 100;
const ENDS_PER_GROUP = 250;
/** Milliseconds that an end waits for others to share its transaction. */
const LINGER_MS = 200;
/** Backpressure for a shop that answers faster than the database stores. */
const MAX_PRODUCTS_WAITING = 3 * PRODUCTS_PER_GROUP;

export type Finisher = {
  /** Resolves when more may be added; rejects when ends cannot be stored any more. */
  add(end: ProductEnd): Promise<void>;
  /** Resolves when everything added is stored. Rejects if something was not, and can be called again. */
  flush(): Promise<void>;
};

/** Collects ends into groups, and stores one group after another. */
export function createFinisher(store: (group: readonly ProductEnd[]) => Promise<void>): Finisher {
  const waiting: ProductEnd[] = [];
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failure: { readonly error: unknown } | null = null;

  async function storeAll(): Promise<void> {
    try {
      while (waiting.length > 0) await store(waiting.splice(0, sizeOfGroup(waiting)));
    } catch (error) {
      failure = { error };
      waiting.length = 0;
    }
  }

  function begin(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (storing === null && waiting.length > 0) {
      storing = storeAll().finally(() => {
        storing = null;
      });
    }
    return storing ?? Promise.resolve();
  }

  function throwFailure(): void {
    if (failure !== null) throw failure.error;
  }

  return {
    async add(end) {
      throwFailure();
      waiting.push(end);
      if (waiting.length >= ENOUGH_PRODUCTS) void begin();
      else timer ??= startTimer(() => void begin(), LINGER_MS);
      if (waiting.length >= MAX_PRODUCTS_WAITING) await begin();
      throwFailure();
    },

    async flush() {
      while (waiting.length > 0 || storing !== null) await begin();
      const last = failure;
      failure = null;
      if (last !== null) throw last.error;
    },
  };
}

/** At least one product; a product is never split. */
function sizeOfGroup(waiting: readonly ProductEnd[]): number {
  let size = 0;
  let ends = 0;
  for (const product of waiting.slice(0, PRODUCTS_PER_GROUP)) {
    ends += product.ends.length;
    if (size > 0 && ends > ENDS_PER_GROUP) break;
    size++;
  }
  return size;
}
