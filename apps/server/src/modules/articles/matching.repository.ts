import type { ArticleConflict, MatchingProgress } from '@storefleet/contract/articles/articles';
import { ARTICLE_CONFLICTS } from '@storefleet/contract/articles/compared';
import type { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { CONFLICT_BITS, currentArticles } from './fold.ts';

/** Progress of rematching; null if there is nothing to rematch. */
export async function readProgress(db: Queryable): Promise<MatchingProgress | null> {
  const { rows } = await db.query<{ done: number; total: number }>(
    `select coalesce(sum(least(r.done, c.variants_count)), 0)::integer as done,
       coalesce(sum(c.variants_count), 0)::integer as total
     from article_rematching r left join store_catalogue_counts c on c.store_id = r.store_id having count(*) > 0`,
  );
  return rows[0] ?? null;
}

export async function countConflicts(
  db: Queryable,
): Promise<Record<z.infer<typeof ArticleConflict>, number>> {
  const counts = ARTICLE_CONFLICTS.map(
    (conflict) =>
      `count(*) filter (where conflicts & ${CONFLICT_BITS[conflict]} <> 0)::integer as ${conflict}`,
  );
  const { rows } = await db.query<Record<z.infer<typeof ArticleConflict>, number>>(
    currentStoreScope() === null
      ? `select ${counts.join(', ')} from articles where conflicts <> 0`
      : `with ${currentArticles(false)} select ${counts.join(', ')} from current where conflicts <> 0`,
  );
  return rows[0] ?? { twice_in_store: 0, several_barcodes: 0, several_skus: 0, shared_barcode: 0 };
}
