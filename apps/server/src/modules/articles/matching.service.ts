import type { Matching, MatchingInput, StoreMatching } from '@storefleet/contract/articles/articles';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError, conflict } from '../../platform/http/problem.ts';
import { rematch } from '../catalogue/articles/rematch.ts';
import { countConflicts, readProgress } from './matching.repository.ts';

type Deps = { readonly db: Database };
type Rules = Pick<Matching, 'mode' | 'version' | 'stores'>;

export type MatchingService = ReturnType<typeof createMatchingService>;

/** How variants are matched; a change rematches the stores concerned in the background. */
export function createMatchingService({ db }: Deps) {
  return {
    get: () => read(db),

    async save({ mode, stores, version }: MatchingInput): Promise<Matching> {
      await db.transaction(async (tx) => {
        // Blocks writes to variants until the commit, so that all written by the old rules are rematched.
        await tx.query('lock table variants in share mode');
        const before = await readRules(tx);
        if (before.version !== version) throw conflict('Somebody else changed the matching in the meantime.');
        await tx.query('update article_matching set mode = $1, version = version + 1', [mode]);
        const changed = stores.filter((store) => isOther(store, before.stores));
        for (const store of changed) await saveStore(tx, store);
        await rematch(tx, mode === before.mode ? changed.map(({ store_id }) => store_id) : null);
      });
      return read(db);
    },
  };
}

async function read(db: Database): Promise<Matching> {
  const [rules, progress, conflicts] = await Promise.all([
    readRules(db),
    readProgress(db),
    countConflicts(db),
  ]);
  return { ...rules, progress, conflicts };
}

async function readRules(db: Queryable): Promise<Rules> {
  const { rows } = await db.query<Rules>(
    `select m.mode, m.version, coalesce((
       select jsonb_agg(jsonb_build_object('store_id', s.id, 'is_left_out', coalesce(r.is_left_out, false),
         'ignored_prefixes', coalesce(r.ignored_prefixes, '{}'), 'ignored_suffixes', coalesce(r.ignored_suffixes, '{}'),
         'ignores_case', coalesce(r.ignores_case, true), 'ignores_leading_zeros', coalesce(r.ignores_leading_zeros, false))
         order by lower(s.shop_name), s.id)
       from stores s left join article_stores r on r.store_id = s.id where s.deleted_at is null
     ), '[]') as stores from article_matching m`,
  );
  if (!rows[0]) throw new Error('The row of article_matching is gone.');
  return rows[0];
}

function isOther(store: StoreMatching, before: readonly StoreMatching[]): boolean {
  const stored = before.find(({ store_id }) => store_id === store.store_id);
  if (stored === undefined) throw new AppError({ code: 'store_not_found' });
  return (Object.keys(store) as (keyof StoreMatching)[]).some(
    (field) => JSON.stringify(store[field]) !== JSON.stringify(stored[field]),
  );
}

async function saveStore(tx: Queryable, store: StoreMatching): Promise<void> {
  await tx.query(
    `insert into article_stores (store_id, is_left_out, ignored_prefixes, ignored_suffixes, ignores_case,
       ignores_leading_zeros, stripped)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (store_id) do update set is_left_out = excluded.is_left_out,
       ignored_prefixes = excluded.ignored_prefixes, ignored_suffixes = excluded.ignored_suffixes,
       ignores_case = excluded.ignores_case, ignores_leading_zeros = excluded.ignores_leading_zeros,
       stripped = excluded.stripped`,
    [
      store.store_id,
      store.is_left_out,
      store.ignored_prefixes,
      store.ignored_suffixes,
      store.ignores_case,
      store.ignores_leading_zeros,
      strippedPattern(store),
    ],
  );
}

/** Strips a SKU, but never to nothing: the longest matching prefix and suffix, then leading zeros. */
function strippedPattern(store: Omit<StoreMatching, 'store_id' | 'is_left_out'>): string | null {
  const spelled = (texts: readonly string[]) =>
    texts
      .map((text) => (store.ignores_case ? text.toLowerCase() : text).replace(/[^\p{L}\p{N}]/gu, '\\$&'))
      .sort((one, other) => other.length - one.length)
      .join('|');
  const [prefixes, suffixes] = [spelled(store.ignored_prefixes), spelled(store.ignored_suffixes)];
  const front = [prefixes && `(?:${prefixes})?`, store.ignores_leading_zeros ? '0*' : ''].join('');
  return [front && `^${front}(?=.)`, suffixes && `(?<=.)(?:${suffixes})$`].filter(Boolean).join('|') || null;
}
