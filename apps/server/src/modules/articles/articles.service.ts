import type {
  Article,
  ArticleLink,
  ArticleList,
  ArticlesQuery,
  ArticleVariant,
  LinkedArticle,
} from '@storefleet/contract/articles/articles';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import { rematchVariants } from '../catalogue/articles/rematch.ts';
import { escapeLike } from '../catalogue/search-key.ts';
import { CONFLICT_BITS, conflictsOf, currentArticles } from './fold.ts';

type Deps = { readonly db: Database };

/** Maximum variants listed per article: a code such as `n/a` is no article. */
const VARIANTS_LISTED = 200;

export type ArticlesService = ReturnType<typeof createArticlesService>;

export function createArticlesService({ db }: Deps) {
  return {
    list: (query: ArticlesQuery) => list(db, query),
    link: (wanted: ArticleLink) => link(db, wanted),
  };
}

async function list(db: Database, query: ArticlesQuery): Promise<ArticleList> {
  const { limit, after = '', conflict, variant_id: variantId } = query;
  const { rows: changes } = await db.query('select from article_changes limit 1');
  const { text, params } = compose((bind) => {
    const conditions = [
      `key > ${bind(after)}`,
      ...(conflict === undefined
        ? []
        : [conflict === 'any' ? 'conflicts <> 0' : `conflicts & ${CONFLICT_BITS[conflict]} <> 0`]),
      ...(variantId === undefined
        ? []
        : [`key = (select article_key from variants where id = ${bind(variantId)})`]),
      ...(query.query ? [beginsSql(query.query, (value) => bind(value))] : []),
    ];
    return `with ${currentArticles(changes.length > 0)}, page as materialized (
        select key, conflicts from current where ${conditions.join(' and ')} order by key limit ${bind(limit + 1)}
      )
      select page.key, page.conflicts, v.* from page cross join lateral (
        select v.id as variant_id, v.product_id, v.store_id, p.title as product_title, v.title as variant_title, v.sku,
          v.barcode, pin.source_id is not null as by_hand
        from variants v join products p on p.id = v.product_id
        join stores s on s.id = v.store_id and s.deleted_at is null
        left join article_pins pin on pin.store_id = v.store_id and pin.source_id = v.source_id
        where v.article_key = page.key order by lower(s.shop_name), v.store_id, v.id limit ${VARIANTS_LISTED}
      ) as v order by page.key`;
  });
  const { rows } = await db.query<ArticleVariant & { key: string; conflicts: number }>(text, params);
  const byKey = [...Map.groupBy(rows, ({ key }) => key)];
  const shown = byKey.slice(0, limit);
  return {
    articles: shown.map(
      ([key, members]): Article => ({
        key,
        conflicts: conflictsOf(members[0]?.conflicts ?? 0),
        variants: members.map(({ key: _, conflicts: __, ...variant }) => variant),
      }),
    ),
    next: byKey.length > limit ? (shown.at(-1)?.[0] ?? null) : null,
  };
}

/** Keys start with `s:` or `b:`; one index range for each. */
function beginsSql(query: string, bind: (value: string) => string): string {
  const code = escapeLike(query.toLowerCase());
  return `(key like ${bind(`s:${code}%`)} or key like ${bind(`b:${code}%`)} or key like ${bind(`b:${escapeLike(query.padStart(14, '0'))}%`)})`;
}

/** Manual links are stored by source id, and applied to the variants at once. */
async function link(db: Database, { variant_ids, to }: ArticleLink): Promise<LinkedArticle> {
  return db.transaction(async (tx) => {
    const ids = [...new Set(variant_ids)];
    await requireVariants(tx, ids);
    if ('rules' in to) {
      await tx.query(
        `delete from article_pins pin using variants v
         where v.id = any($1::uuid[]) and pin.store_id = v.store_id and pin.source_id = v.source_id`,
        [ids],
      );
    } else {
      const key = 'own' in to ? `m:${uuidv7()}` : to.article;
      if (!('own' in to)) await requireArticle(tx, key);
      await tx.query(
        `insert into article_pins (store_id, source_id, article_key)
         select store_id, source_id, $2 from variants where id = any($1::uuid[])
         on conflict (store_id, source_id) do update set article_key = excluded.article_key, pinned_at = now()`,
        [ids, key],
      );
    }
    return { keys: await rematchVariants(tx, ids) };
  });
}

async function requireVariants(tx: Queryable, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::integer as count from variants where id = any($1::uuid[])',
    [ids],
  );
  if (rows[0]?.count !== ids.length) {
    throw invalidField('variant_ids', 'Some of these variants are not in the catalogue any more.');
  }
}

async function requireArticle(tx: Queryable, key: string): Promise<void> {
  const { rows } = await tx.query('select from variants where article_key = $1 limit 1', [key]);
  if (rows.length === 0) throw new AppError({ code: 'article_not_found' });
}
