/** What a run read, compared with what its source says it has and with what is stored. */
export type CatalogueProof = {
  /** What the source says it has; null where it does not say. */
  readonly source: { readonly products: number | null; readonly variants: number | null };
  /** Distinct products that the run read, or that were read on their own since it began. */
  readonly seenProducts: number;
  /** Of these, what is in the catalogue now. */
  readonly stored: { readonly products: number; readonly variants: number };
  /** Variants that the run read and the source has given up since, as its webhooks said. */
  readonly goneVariants: number;
  /** Rows that could not be read as what they should be. */
  readonly skippedRows: number;
  /** Products of which no row could be read. */
  readonly unreadProducts: number;
  /** Products that were read and are not stored; the first of them, when there are many. */
  readonly missingIds: readonly string[];
};
