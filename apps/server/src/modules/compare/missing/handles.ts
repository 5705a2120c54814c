import type { Queryable } from '../../../platform/db/database.ts';

/** Maximum characters of a handle in Shopify. */
const MAX_LENGTH = 255;

export type Handles = Awaited<ReturnType<typeof createHandles>>;

/** Handles for new products in a store: never that of an existing product, which the file would change. */
export async function createHandles(db: Queryable, storeId: string) {
  const { rows } = await db.query<{ handle: string }>(
    'select handle from products where store_id = $1 and handle is not null',
    [storeId],
  );
  const taken = new Set(rows.map(({ handle }) => handle.toLowerCase()));
  return {
    /** The handle itself if free, else with a number; built from the title if there is none. */
    take(handle: string, title: string): string {
      const wanted = addressed(handle) || addressed(title) || 'product';
      let free = wanted;
      for (let count = 2; taken.has(free); count++) free = `${wanted.slice(0, MAX_LENGTH - 8)}-${count}`;
      taken.add(free);
      return free;
    },
  };
}

/** Letters and digits of any script, as Shopify keeps them, joined by hyphens. */
const addressed = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH);
