/** One attribute set by one mutation, whether or not it changed anything. */
export type Write = {
  /** When, by the simulator's clock. */
  readonly at: string;
  readonly requestId: string;
  /** Line of the bulk mutation that the request started, from 0; null: the request itself wrote. */
  readonly line: number | null;
  /** The mutation: `productVariantsBulkUpdate`, `productUpdate` … */
  readonly mutation: string;
  /** `gid://shopify/Product/1` */
  readonly productId: string;
  /** null: an attribute of the product. */
  readonly variantId: string | null;
  /** Name in the catalogue model: price, compareAtPrice, cost, sku, barcode, weight, title, tags … */
  readonly attribute: string;
  readonly before: unknown;
  readonly value: unknown;
};

/**
 * What was set in one shop through mutations, in order: it proves that an edit was applied once and not
 * twice.
 */
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

  /** The values that an attribute of one variant or product (its gid) was set to, in order. */
  of(gid: string, attribute: string): readonly Write[] {
    return this.#writes.filter(
      (write) => (write.variantId ?? write.productId) === gid && write.attribute === attribute,
    );
  }
}
