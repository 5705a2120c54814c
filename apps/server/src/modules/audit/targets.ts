import type { Queryable } from '../../platform/db/database.ts';
import type { Snapshot } from './differences.ts';

/** What a call is about. */
export type Target = {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | null;
};

type Kind = {
  readonly kind: string;
  /** Fields of the address or the response that may hold its id, in this order. */
  readonly idFrom: readonly string[];
  /** Selects its state as one JSON object, for the id in $1; without it only the name is recorded. */
  readonly read?: string;
  /** Whether ids are UUIDs; anything else in an address is not an id then. */
  readonly hasUuid: boolean;
};

const store: Kind = {
  kind: 'store',
  idFrom: ['id'],
  hasUuid: true,
  read: `select to_jsonb(s) - '{last_sync_at,api_deprecated_reason,api_deprecated_at}'::text[] as it
    from stores s where id = $1`,
};
// A separate name keeps the value of an encrypted setting out.
const SETTING = `case when is_encrypted
  then (to_jsonb(s) - 'value') || jsonb_build_object('secret_value', s.value) else to_jsonb(s) end`;
const setting: Kind = {
  kind: 'setting',
  idFrom: ['key'],
  hasUuid: false,
  read: `select ${SETTING} as it from settings s where key = $1`,
};
/** Stores by name, in readable form. */
const SEEN = `case when store_ids is null then '"all"'::jsonb else (
  select coalesce(jsonb_agg(shop_name order by shop_name), '[]') from stores where stores.id = any (store_ids)) end`;
const member: Kind = {
  kind: 'member',
  idFrom: ['userId', 'user_id', 'id'],
  hasUuid: true,
  read: `select jsonb_build_object('email', email, 'role', member_role, 'disabled', banned_until > now(),
        'name', user_metadata ->> 'name', 'stores', ${SEEN}, 'second factor', exists (
          select from second_factors f where f.user_id = users.id and verified_at is not null
        )) as it from users where id = $1
    union all
    select jsonb_build_object('email', email, 'role', member_role, 'disabled', disabled_at is not null,
        'name', name, 'stores', ${SEEN}) from hosted_members where id = $1
    limit 1`,
};
const update: Kind = { kind: 'bulk_update', idFrom: ['batch_id'], hasUuid: true };

/** By the first part of a call's id. */
const groups: Readonly<Record<string, Kind>> = {
  // Of the sign-in service only calls with a service key are about somebody else.
  auth: member,
  stores: store,
  webhooks: store,
  sync: store,
  mssql: {
    ...store,
    // With its mappings, each by the field it fills.
    read: `select to_jsonb(s) - '{last_sync_at}'::text[] || coalesce((
        select jsonb_object_agg('mapping of ' || m.target_field, to_jsonb(m) - '{created_at,updated_at}'::text[])
        from mssql_field_mappings m where m.store_id = s.id
      ), '{}') as it
      from stores s where id = $1`,
  },
  team: member,
  apiKeys: {
    kind: 'api_key',
    idFrom: ['keyId', 'id'],
    hasUuid: true,
    read: `select to_jsonb(k) - '{secret_hash,last_used_at,store_ids}'::text[] || jsonb_build_object('stores', ${SEEN}) as it
      from api_keys k where id = $1`,
  },
  settings: setting,
  scheduledSyncs: {
    kind: 'schedule',
    idFrom: ['id'],
    hasUuid: true,
    read: `select to_jsonb(s) - '{last_run_at,last_run_status,next_run_at,failure_count}'::text[] as it
      from scheduled_syncs s where id = $1`,
  },
  guardRails: {
    kind: 'guard_rail',
    idFrom: ['id'],
    hasUuid: true,
    read: `select to_jsonb(g) - '{revision,version,updated_at}'::text[] as it from guard_rails g where id = $1`,
  },
  rules: {
    kind: 'equality_rule',
    idFrom: ['id'],
    hasUuid: true,
    read: `select to_jsonb(r) - '{version,updated_at,deviations,counted_at}'::text[] as it from equality_rules r where id = $1`,
  },
  views: {
    kind: 'view',
    idFrom: ['id'],
    hasUuid: true,
    read: 'select to_jsonb(v) as it from saved_views v where id = $1',
  },
  products: update,
  bulkUpdates: update,
  compare: update,
  history: update,
  inbox: update,
  scheduledChanges: {
    ...update,
    read: `select to_jsonb(c) - '{lease_id,heartbeat_at,apply_settled_at,settled_at}'::text[] as it
      from scheduled_changes c where batch_id = $1`,
  },
  files: { kind: 'file', idFrom: ['id'], hasUuid: true },
  articles: { kind: 'article', idFrom: ['keys'], hasUuid: false },
};

/** The title of the update with the id in a parameter, or its file; edits of single values have neither. */
export const updateName = (kind: string, id: string) => `(
  select coalesce(title, 'Import of ' || (import_report ->> 'file_name')) from edit_batches
  where id = case when ${kind} = 'bulk_update' then ${id}::uuid end)`;

/** Calls that change several settings, with their common key prefix. */
const severalSettings: Readonly<Record<string, Target>> = {
  'settings.saveShopify': { kind: 'setting', id: 'shopify_', name: 'Shopify app' },
  'retention.save': { kind: 'setting', id: 'retention_', name: 'Retention' },
};
const settingsByPrefix: Kind = {
  kind: 'setting',
  idFrom: [],
  hasUuid: false,
  read: `select jsonb_object_agg(case when is_encrypted then key || ' (secret)' else key end, value) as it
    from settings where key like $1 || '%'`,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a call is about, from its address or, for something new, its response. */
export function targetOf(call: string, source: unknown): Target | null {
  const several = severalSettings[call];
  if (several) return several;
  const kind = groups[call.slice(0, call.indexOf('.'))];
  if (!kind || typeof source !== 'object' || source === null) return null;
  const fields = source as Readonly<Record<string, unknown>>;
  const id = kind.idFrom.map((field) => textOf(fields[field])).find((text) => text !== null) ?? null;
  if (id === null || (kind.hasUuid && !UUID.test(id))) return null;
  return { kind: kind.kind, id, name: kind.hasUuid ? null : id };
}

/** A text, or a list of texts as one. */
function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** The current state; null if it does not exist, or only its name is recorded. */
export async function takeSnapshot(
  db: Queryable,
  call: string,
  target: Target | null,
): Promise<Snapshot | null> {
  const kind = severalSettings[call] ? settingsByPrefix : groups[call.slice(0, call.indexOf('.'))];
  if (target === null || !kind?.read) return null;
  const { rows } = await db.query<{ it: Snapshot | null }>(kind.read, [target.id]);
  return rows[0]?.it ?? null;
}
