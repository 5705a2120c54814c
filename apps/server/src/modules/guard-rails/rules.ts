import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import type { Queryable } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';

/** A guard rail, as far as changes are checked by it. */
export type Rule = Pick<GuardRail, 'id' | 'title' | 'effect' | 'rule' | 'scope'>;

/** The rules that hold now. Another `revision` later says that some changed. */
export type RuleSet = { readonly rules: readonly Rule[]; readonly revision: number };

/** In one statement, as every edit asks for it. */
export async function readRules(db: Queryable): Promise<RuleSet> {
  const { rows } = await db.query<RuleSet>(
    prepared(`select coalesce(max(revision), 0) as revision,
       coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'effect', effect, 'rule', rule,
         'scope', jsonb_build_object('store_ids', store_ids, 'vendors', vendors, 'product_types', product_types,
           'tags', tags)) order by created_at, id) filter (where is_enabled and deleted_at is null), '[]') as rules
     from guard_rails`),
  );
  return rows[0] ?? { rules: [], revision: 0 };
}
