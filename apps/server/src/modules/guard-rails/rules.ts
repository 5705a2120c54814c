import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import type { Queryable } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';

/** The part of a guard rail needed to check changes. */
export type Rule = Pick<GuardRail, 'id' | 'title' | 'effect' | 'rule' | 'scope'>;

/** The current rules. `revision` increases with each change. */
export type RuleSet = { readonly rules: readonly Rule[]; readonly revision: number };

/** A single statement, as every edit needs it. */
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
