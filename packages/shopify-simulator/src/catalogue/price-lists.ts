import { hash } from './hash.ts';
import type { Variant } from './model.ts';
import { centsOf, moneyText } from './money.ts';

/** What a shop charges in its markets: price lists with the fixed prices of variants. */

export type PriceListOptions = {
  readonly name: string;
  /** Default: the shop's. */
  readonly currency?: string;
  /** Whose catalog it belongs to. Default: a market's. */
  readonly of?: 'market' | 'company';
  /** Without a fixed price, so many percent more (or, below 0, less) than the shop's own price. */
  readonly adjustment?: number;
  /** At first one variant in so many has a fixed price; none when left out. */
  readonly oneIn?: number;
};

export type PriceList = {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly of: 'market' | 'company';
  readonly adjustment: number;
  readonly oneIn: number | null;
};

/** Texts with two decimals. */
export type FixedPrice = { readonly price: string; readonly compareAtPrice: string | null };

export class PriceLists {
  readonly #lists: PriceList[] = [];
  /** What was set or, by null, removed since, by the ids of list and variant. */
  readonly #written = new Map<string, FixedPrice | null>();
  readonly #shop: { readonly id: number; readonly currency: string };

  constructor(shop: { readonly id: number; readonly currency: string }, lists: readonly PriceListOptions[]) {
    this.#shop = shop;
    for (const list of lists) this.add(list);
  }

  /** By id. */
  get all(): readonly PriceList[] {
    return this.#lists;
  }

  add({ name, currency, of = 'market', adjustment = 0, oneIn }: PriceListOptions): PriceList {
    const list = {
      id: this.#shop.id + 200_000 + this.#lists.length + 1,
      name,
      currency: currency ?? this.#shop.currency,
      of,
      adjustment,
      oneIn: oneIn ?? null,
    };
    this.#lists.push(list);
    return list;
  }

  find(id: number): PriceList | null {
    return this.#lists.find((list) => list.id === id) ?? null;
  }

  /** Null where the list's adjustment applies. */
  fixed({ id, oneIn }: PriceList, variant: Variant): FixedPrice | null {
    const written = this.#written.get(`${id}/${variant.id}`);
    if (written !== undefined) return written;
    if (oneIn === null || hash(id % 2 ** 31, variant.id % 2 ** 31, 0, 3) % oneIn !== 0) return null;
    return { price: moneyText((centsOf(variant.price) * 11n) / 10n), compareAtPrice: null };
  }

  set({ id }: PriceList, variantId: number, fixed: FixedPrice | null): void {
    this.#written.set(`${id}/${variantId}`, fixed);
  }
}
