/** One attribute set by one mutation, whether or not it changed. */
export type Write = {
  /** When, by the simulator's clock. */
  readonly at: string;
  readonly requestId: string;
  /** Line of the bulk mutation, from 0; null if the request itself wrote. */
  readonly line: number | null;
  /** The mutation: `productVariantsBulkUpdate`, `productUpdate` … */
  readonly mutation: string;
  /** `gid://shopify/Product/1` */
  readonly productId: string;
  /** Null for an attribute of the product. */
  readonly variantId: string | null;
  /** Name in the catalogue model: price, compareAtPrice, cost, sku, barcode, weight, title, tags … */
  readonly attribute: string;
  readonly before: unknown;
  readonly value: unknown;
};

/** All writes of mutations in one shop, in order: proves that an edit was applied exactly once. */
export class WriteLog {
  #writes: Write[] = [];

  add(write: Write): void {
    this.#writes.push(write);
  }

  clear(): void {
    this.#writes = [];
  }

  get all(): readonly Write[] {
    return this.#writes;
  }

  /** The values set for an attribute of a variant or product (its gid), in order. */
  of(gid: string, attribute: string): readonly Write[] {
    return this.#writes.filter(
      (write) => (write.variantId ?? write.productId) === gid && write.attribute === attribute,
    );
  }
}
