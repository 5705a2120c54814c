import { hash } from './hash.ts';
import type { Product } from './model.ts';

/** Where a shop sells, and which of its products are published there. */

export type Channel = { readonly id: number; readonly name: string };

/** One product in so many is not published to a channel other than the first, until somebody publishes it. */
const UNPUBLISHED_EVERY = 4;

export class Channels {
  readonly all: readonly Channel[];
  readonly #written = new Map<string, boolean>();

  constructor(shopId: number, names: readonly string[]) {
    this.all = names.map((name, index) => ({ id: shopId + 200_000 + index + 1, name }));
  }

  find(id: number): Channel | null {
    return this.all.find((channel) => channel.id === id) ?? null;
  }

  shows(channel: Channel, { id }: Product): boolean {
    const written = this.#written.get(`${channel.id}/${id}`);
    if (written !== undefined) return written;
    return channel === this.all[0] || hash(channel.id % 2 ** 31, id % 2 ** 31, 0, 3) % UNPUBLISHED_EVERY > 0;
  }

  put({ id }: Channel, productId: number, isPublished: boolean): void {
    this.#written.set(`${id}/${productId}`, isPublished);
  }
}
