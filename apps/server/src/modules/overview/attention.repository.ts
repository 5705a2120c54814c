import type { NamedAttribute } from '@storefleet/contract/attributes/attributes';
import { ATTENTION_KINDS, PLAN_SUBMITTED_KEPT_DAYS } from '@storefleet/contract/constants';
import type { AttentionItem, Dismissal } from '@storefleet/contract/overview';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';

type Row = Omit<AttentionItem, 'since' | 'schedule' | 'rule'> & {
  since: Date | null;
  /** A schedule's id, or a rule's with its attribute. */
  of_id: string | null;
  of_name: string | null;
};

/** Everything that needs attention in the stores and their edits. Reads no row of the catalogue. */
export async function readAttention(db: Queryable, now: Date): Promise<AttentionItem[]> {
  const plansFrom = new Date(now.getTime() - PLAN_SUBMITTED_KEPT_DAYS * 86_400_000);
  const { rows } = await db.query<Row>(SQL, [now, ATTENTION_KINDS, plansFrom]);
  return rows.map(({ of_id: id, of_name: name, since, ...row }) => {
    const isRule = row.kind === 'deviations';
    return {
      ...row,
      since: since?.toISOString() ?? null,
      schedule: id === null || name === null || isRule ? null : { id, name },
      rule: id !== null && isRule ? { id, attribute: name as NamedAttribute } : null,
    };
  });
}

/** A failure belongs to a store or an update. */
export async function requireSubject(db: Queryable, id: string): Promise<void> {
  const { rows } = await db.query(
    'select from stores where id = $1 union all select from edit_batches where id = $1',
    [id],
  );
  if (rows.length === 0) throw new AppError({ code: 'not_found' });
}

/** Drops dismissals that nobody can see any more. */
export async function writeDismissal(
  db: Queryable,
  { kind, subject_id, since, is_dismissed }: Dismissal,
  personId: string,
  now: Date,
): Promise<void> {
  await db.query(
    is_dismissed
      ? `insert into attention_dismissals (kind, subject_id, since, dismissed_by) values ($1, $2, $3, $4)
         on conflict (kind, subject_id) do update set since = excluded.since, dismissed_by = excluded.dismissed_by`
      : 'delete from attention_dismissals where kind = $1 and subject_id = $2 and since = $3',
    [kind, subject_id, since, ...(is_dismissed ? [personId] : [])],
  );
  await db.query(
    `delete from attention_dismissals where kind = 'edits_failed' and since < $1::timestamptz - interval '1 day'`,
    [now],
  );
}

/**
 * `looked_at` has the stores with their last ended run, so that a failure stays listed while the sync that
 * may fix it runs; a successful sync of changes does not fix a full one. A schedule expects a fresh copy an
 * hour after its last due time; without a working schedule, a copy may be a day old. Edits of one row are
 * left to their author; those of the day are found batch by batch, as the total is large.
 */
const SQL = `
  with looked_at as (
    select stores.id, stores.shop_name, stores.store_status, stores.last_sync_at, stores.created_at,
      stores.connection_method, stores.store_type, stores.authorized_at, stores.refresh_token_expires_at,
      stores.authorization_error, stores.access_token_sealed is not null as has_token,
      coalesce(state.force_stopped, false) as force_stopped, greatest(last_sync_at, state.changes_at) as fresh_at, ended.*
    from stores
    left join store_sync_states state on state.store_id = stores.id
    left join lateral (
      select run.status, run.error_kind, run.error_message, run.completed_at, run.skipped_count, run.gaps
      from sync_runs run
      where run.store_id = stores.id and run.status <> 'in_progress' and state.run_id is not null
        and (run.scope = 'everything'
          or run.status = 'failed' and run.created_at > coalesce(state.changes_at, '-infinity'))
      order by run.created_at desc limit 1
    ) ended on true
    where stores.deleted_at is null and stores.store_status <> 'archived'
  ), expected as (
    select store_id, max(due_at) as due_at
    from scheduled_syncs
    left join lateral (select due_at from unnest(array[next_run_at, last_run_at]) due_at
                       where due_at <= $1::timestamptz - interval '1 hour') due on true
    where is_active and failure_count < max_failures
    group by store_id
  ), judged as (
    select looked_at.*, case
      when authorization_error is not null then 'token_refused'
      when connection_method = 'oauth' and store_type <> 'mssql'
        and (not has_token or refresh_token_expires_at <= $1) then 'token_refused'
      when status = 'failed' and error_kind in ('auth', 'scope_missing') then 'token_refused'
      when force_stopped then 'sync_stopped'
      when status = 'failed' then 'sync_failed'
      when store_status <> 'active' then null
      when last_sync_at is null then 'never_synced'
      when expected.store_id is null and fresh_at < $1::timestamptz - interval '1 day' then 'stale'
      when fresh_at < expected.due_at then 'stale'
    end as kind
    from looked_at left join expected on expected.store_id = looked_at.id
  ), found as (
    select kind, id as store_id, shop_name as store_name,
      case kind
        when 'never_synced' then created_at
        when 'stale' then fresh_at
        when 'token_refused' then case when status = 'failed' then completed_at else refresh_token_expires_at end
        else completed_at
      end as since,
      case kind when 'token_refused' then coalesce(authorization_error, error_message)
        when 'sync_failed' then error_message end as detail,
      null::bigint as count, null::uuid as of_id, null as of_name, null::uuid as batch_id
    from judged where kind is not null
    union all
    select 'gaps', id, shop_name, completed_at, gaps -> 0 ->> 'reason',
      jsonb_array_length(gaps) + skipped_count, null, null, null
    from judged where status = 'completed' and (gaps <> '[]' or skipped_count > 0)
    union all
    select 'removals_held_back', id, shop_name, held.since, null, held.count, null, null, null
    from (select store_id, count(*) as count, min(held_back_at) as since
          from sync_held_back_removals group by store_id) held
    join looked_at on looked_at.id = held.store_id
    union all
    select 'scheduled_change', part.store_id, part.store_name, change.problem_since, change.problem, part.total,
      null, null, change.batch_id
    from scheduled_changes change
    cross join lateral (
      select store_id, store_name, sum(total) over () as total
      from edit_batch_stores where batch_id = change.batch_id
      order by change.waits_for_stores and status = 'in_progress' desc, store_name limit 1
    ) part
    where change.problem is not null and (change.settled_at is null or change.settled_at > $3)
    union all
    select 'schedule_stopped', looked_at.id, shop_name, last_run_at, null, failure_count, schedule.id, schedule.name, null
    from scheduled_syncs schedule join looked_at on looked_at.id = schedule.store_id
    where schedule.is_active and schedule.failure_count >= schedule.max_failures
    union all
    select 'edits_waiting', store_id, store_name, coalesce(heartbeat_at, enqueued_at), waiting_reason, null,
      null, null, batch_id
    from edit_batch_stores
    where status = 'in_progress'
      and (waiting_reason is not null or coalesce(heartbeat_at, enqueued_at) < $1::timestamptz - interval '5 minutes')
    union all
    select 'plan_waiting', part.store_id, part.store_name, batch.submitted_at,
      'Planned by ' || coalesce(batch.requested_by_name, batch.requested_by_email), part.total, null, null, batch.id
    from edit_batches batch
    cross join lateral (
      select min(store_id::text)::uuid as store_id, min(store_name) as store_name, sum(total) as total
      from edit_batch_stores where batch_id = batch.id
    ) part
    where batch.status = 'planned' and batch.submitted_at > $3 and batch.decision is null and part.total > 0
    union all
    select 'deviations', store.id, store.shop_name, rule.counted_at,
      rule.title || coalesce('. No plan could be made: ' || rule.plan_problem, ''), rule.deviations, rule.id, rule.attribute, null
    from equality_rules rule cross join lateral (
      select id, shop_name from stores where id = any (rule.store_ids) and deleted_at is null
      order by array_position(rule.store_ids, id) limit 1
    ) store
    where rule.is_enabled and rule.watch <> 'off' and rule.deviations > 0
    union all
    select 'edits_failed', part.store_id, part.store_name, batch.completed_at, null, part.failed, null, null, batch.id
    from edit_batches batch
    cross join lateral (
      select min(store_id::text) filter (where failed > 0)::uuid as store_id,
        min(store_name) filter (where failed > 0) as store_name, sum(failed) as failed, sum(total) as total
      from edit_batch_stores where batch_id = batch.id
    ) part
    where batch.created_at > $1::timestamptz - interval '1 day' and batch.completed_at is not null
      and part.failed > 0 and (part.total > 1 or exists (select from scheduled_changes where batch_id = batch.id)
        or exists (select from scheduled_change_reverts where revert_batch_id = batch.id))
  )
  select kind, store_id, store_name, since, detail, count::int, of_id, of_name, batch_id
  from found
  where not exists (
    select from attention_dismissals dismissed
    where dismissed.kind = found.kind and dismissed.subject_id = coalesce(batch_id, store_id)
      and dismissed.since = date_trunc('milliseconds', found.since))
  order by array_position($2::text[], kind), since nulls first, store_name, store_id`;
