/** What a run read, what the source says it has, and what is stored. */
export type CatalogueProof = {
  /** The source's counts; null if it gives none. */
  readonly source: { readonly products: number | null; readonly variants: number | null };
  /** Distinct products read by the run, or individually since it began. */
  readonly seenProducts: number;
  /** How many of these the catalogue has now. */
  readonly stored: { readonly products: number; readonly variants: number };
  /** Variants that the run read and that the source has deleted since, according to its webhooks. */
  readonly goneVariants: number;
  /** Rows that failed their mapping. */
  readonly skippedRows: number;
  /** Products without any readable row. */
  readonly unreadProducts: number;
  /** The first of the products that were read but are not stored. */
  readonly missingIds: readonly string[];
};
