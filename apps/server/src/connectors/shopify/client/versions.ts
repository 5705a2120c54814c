/** Handles are `YYYY-MM`, so text order is chronological. `unstable` sorts last, as it should. */

/**
 * `bulkOperation(id:)` and `Shop.shopAddress` were added in this version; everything else we use is older.
 */
export const FIRST_WITH_BULK_OPERATION_BY_ID = '2026-01';

export const VERSION_HEADER = 'x-shopify-api-version';

export function isOlder(version: string, than: string): boolean {
  return version < than;
}

/** Shopify serves a retired version with its oldest supported one, and says so only in a header. */
export function versionNotice(asked: string, served: string): string | null {
  return asked === served
    ? null
    : `Shopify no longer offers API version ${asked} and answers with ${served}. Choose a supported version for this store.`;
}
