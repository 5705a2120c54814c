import { hash } from './hash.ts';
import type { Product } from './model.ts';

/** What groups a shop's products: by hand, or by a rule. */

export type CollectionOptions = {
  readonly title: string;
  /** Derived from the title when left out. */
  readonly handle?: string;
  /** A smart collection: products with this tag. */
  readonly tag?: string;
  /** At first one product in so many is in it; none when left out. */
  readonly oneIn?: number;
};

export type Collection = {
  readonly id: number;
  readonly title: string;
  readonly handle: string;
  readonly tag: string | null;
  readonly oneIn: number | null;
};

export class Collections {
  readonly #collections: Collection[] = [];
  /** What was joined or left since, by the ids of collection and product. */
  readonly #written = new Map<string, boolean>();
  readonly #shopId: number;

  constructor(shopId: number, collections: readonly CollectionOptions[]) {
    this.#shopId = shopId;
    for (const collection of collections) this.add(collection);
  }

  /** By id. */
  get all(): readonly Collection[] {
    return this.#collections;
  }

  add({ title, handle, tag, oneIn }: CollectionOptions): Collection {
    const collection = {
      id: this.#shopId + 100_000 + this.#collections.length + 1,
      title,
      handle: handle ?? title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
      tag: tag ?? null,
      oneIn: oneIn === undefined ? null : Math.max(1, oneIn),
    };
    this.#collections.push(collection);
    return collection;
  }

  find(id: number): Collection | null {
    return this.#collections.find((collection) => collection.id === id) ?? null;
  }

  holds({ id, tag, oneIn }: Collection, product: Product): boolean {
    if (tag !== null) return product.tags.some((own) => own.toLowerCase() === tag.toLowerCase());
    const written = this.#written.get(`${id}/${product.id}`);
    return written ?? (oneIn !== null && hash(id % 2 ** 31, product.id % 2 ** 31, 0, 2) % oneIn === 0);
  }

  /** Of a manual collection. */
  put({ id }: Collection, productId: number, isIn: boolean): void {
    this.#written.set(`${id}/${productId}`, isIn);
  }
}
