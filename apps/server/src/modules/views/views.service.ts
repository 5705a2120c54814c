import { isDeepStrictEqual } from 'node:util';
import { PINNED_VIEWS_MAX, VIEWS_PER_PERSON } from '@storefleet/contract/catalogue/catalogue-constants';
import type {
  SavedView,
  SavedViewCreate,
  SavedViewList,
  SavedViewUpdate,
  ViewPin,
} from '@storefleet/contract/catalogue/views';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { SavedViewsRow } from '../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../platform/db/rows.ts';
import { AppError, conflict, forbidden } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';

type StoredView = Omit<SavedViewsRow, 'address' | 'opens_on'> & {
  readonly opens_on: 'compare' | null;
  readonly address: Record<string, string>;
  pin?: number | null;
};
type ViewRow = Omit<StoredView, 'screen'> & Pick<SavedView, 'screen'>;
type Caller = Pick<AuthenticatedUser, 'id' | 'email' | 'name'>;
type ViewsDeps = { readonly db: Database; readonly clock: Clock };

export type ViewsService = ReturnType<typeof createViewsService>;

export function createViewsService(deps: ViewsDeps) {
  const { db } = deps;
  return {
    list: (caller: Caller) => list(db, caller),

    get: async (id: string, caller: Caller): Promise<SavedView> =>
      toView(await requireView(db, id, caller), caller),

    create: (input: SavedViewCreate, caller: Caller) => create(deps, input, caller),
    update: (id: string, input: SavedViewUpdate, caller: Caller) => update(deps, id, input, caller),

    remove: (id: string, caller: Caller) => remove(deps, id, caller),
    restore: (id: string, caller: Caller) => restore(db, id, caller),
    handOver: (leaverId: string, to: Caller) => handOver(db, leaverId, to),
    pin: (id: string, pin: ViewPin, caller: Caller) => pinView(db, id, pin, caller),
  };
}

/** How long a deleted view can be restored, as an interval of the database. */
const RESTORABLE_FOR = '1 day';

const asRead = <Row extends StoredView>(row: Row): Omit<Row, 'screen'> & ViewRow => ({
  ...row,
  screen: row.opens_on ?? row.screen,
});

/** Adds a screen that older processes know for those that do not know the real one. */
const asStored = (screen: SavedView['screen']) =>
  screen === 'compare' ? ({ screen: 'search', opens_on: screen } as const) : { screen };

/** With its position among the views pinned by person $1. */
const WITH_PIN = `
  select view.*, array_position(pins.view_ids, view.id) as pin
  from saved_views view left join view_pins pins on pins.person_id = $1`;

async function list(db: Queryable, caller: Caller): Promise<SavedViewList> {
  const { rows } = await db.query<StoredView>(
    `${WITH_PIN} where (owner_id = $1 or is_shared) and deleted_at is null order by pin, lower(name), id`,
    [caller.id],
  );
  return { views: rows.map((row) => toView(asRead(row), caller)) };
}

/** Idempotent: if an identical view exists, as after a lost response or a double click, returns that. */
async function create({ db, clock }: ViewsDeps, input: SavedViewCreate, caller: Caller): Promise<SavedView> {
  const now = clock.now();
  const screen = asStored(input.screen);
  const row = { id: uuidv7(), ...input, ...screen, ...ownerOf(caller), created_at: now, updated_at: now };
  const { rows: own } = await db.query<StoredView & { is_namesake: boolean }>(
    `select own.*, lower(name) = lower($2) as is_namesake
     from (${WITH_PIN} where owner_id = $1 and deleted_at is null) own`,
    [caller.id, input.name],
  );
  const namesake = own.map(asRead).find(({ is_namesake }) => is_namesake);
  if (namesake && holds(namesake, input)) return toView(namesake, caller);
  if (namesake) throw nameTaken(input.name);
  if (own.length >= VIEWS_PER_PERSON) throw new AppError({ code: 'too_many_views' });
  const inserted = await insertRow(db, 'saved_views', row, 'on conflict do nothing');
  // Created at the same moment by somebody signed in twice.
  if (!inserted) throw nameTaken(input.name);
  return toView(asRead(inserted as StoredView), caller);
}

async function update(
  { db, clock }: ViewsDeps,
  id: string,
  { version, ...changes }: SavedViewUpdate,
  caller: Caller,
): Promise<SavedView> {
  const change = db.transaction(async (tx) => {
    const row = await requireOwn(tx, id, caller);
    if (holds(row, changes)) return row;
    if (row.version !== version) {
      throw conflict(
        `“${row.name}” was changed in another window in the meantime. Open it again to see how it is now.`,
      );
    }
    const next = { ...changes, ...ownerOf(caller), version: version + 1, updated_at: clock.now() };
    return { ...row, ...asRead((await updateRow(tx, 'saved_views', next, 'id = $1', id)) as StoredView) };
  });
  try {
    return toView(await change, caller);
  } catch (error) {
    throw isUniqueViolation(error, 'saved_views_name_idx') ? nameTaken(changes.name ?? '') : error;
  }
}

/** Idempotent. Purges views that can no longer be restored. */
async function remove({ db, clock }: ViewsDeps, id: string, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { rowCount } = await tx.query(
      'update saved_views set deleted_at = coalesce(deleted_at, $3) where id = $1 and owner_id = $2',
      [id, caller.id, now],
    );
    if (rowCount === 0) await requireOwn(tx, id, caller);
    await tx.query(
      `delete from saved_views where deleted_at < $1::timestamptz - interval '${RESTORABLE_FOR}'`,
      [now],
    );
  });
}

/** When a person leaves: deletes their private views, and hands shared ones to another person. */
async function handOver(db: Database, leaverId: string, to: Caller): Promise<void> {
  const { owner_id, owner_email, owner_name } = ownerOf(to);
  await db.transaction(async (tx) => {
    await tx.query(
      'delete from saved_views where owner_id = $1 and (not is_shared or deleted_at is not null)',
      [leaverId],
    );
    await tx.query('delete from view_pins where person_id = $1', [leaverId]);
    await tx.query(
      `update saved_views left_behind set owner_id = $2, owner_email = $3, owner_name = $4,
         name = (
           select candidate from (
             select left_behind.name as candidate, 0 as n
             union all select left_behind.name || ' (' || left_behind.owner_email || coalesce(', ' || nullif(n, 1), '') || ')', n
             from generate_series(1, 1000) as n
           ) as candidates
           where not exists (
             select from saved_views own
             where own.owner_id in ($1, $2) and own.id <> left_behind.id and own.deleted_at is null
               and lower(own.name) = lower(candidate)
           ) order by n limit 1
         )
       where owner_id = $1`,
      [leaverId, owner_id, owner_email, owner_name],
    );
  });
}

async function restore(db: Database, id: string, caller: Caller): Promise<SavedView> {
  const { rows } = await db.query<StoredView>('select * from saved_views where id = $1 and owner_id = $2', [
    id,
    caller.id,
  ]);
  try {
    await db.query('update saved_views set deleted_at = null where id = $1 and owner_id = $2', [
      id,
      caller.id,
    ]);
  } catch (error) {
    throw isUniqueViolation(error, 'saved_views_name_idx') ? nameTaken(rows[0]?.name ?? '') : error;
  }
  return toView(await requireView(db, id, caller), caller);
}

/** Moves the view before another one or to the end; idempotent. */
function pinView(
  db: Database,
  id: string,
  { is_pinned, before }: ViewPin,
  caller: Caller,
): Promise<SavedViewList> {
  return db.transaction(async (tx) => {
    if (is_pinned) await requireView(tx, id, caller);
    await tx.query('insert into view_pins values ($1, $2) on conflict do nothing', [caller.id, []]);
    const { rows } = await tx.query<{ id: string; is_seen: boolean }>(
      `select view.id, (owner_id = $1 or is_shared) and deleted_at is null as is_seen
       from view_pins cross join unnest(view_ids) with ordinality pinned (id, place)
       join saved_views view on view.id = pinned.id
       where person_id = $1 order by place for update of view_pins`,
      [caller.id],
    );
    const others = rows.filter((row) => row.is_seen && row.id !== id);
    if (is_pinned && others.length >= PINNED_VIEWS_MAX) throw new AppError({ code: 'too_many_pinned_views' });
    const ids = rows.map((row) => row.id).filter((pinned) => pinned !== id);
    const place = before === undefined ? -1 : ids.indexOf(before);
    if (is_pinned) ids.splice(place === -1 ? ids.length : place, 0, id);
    await tx.query('update view_pins set view_ids = $2 where person_id = $1', [caller.id, ids]);
    return list(tx, caller);
  });
}

async function requireView(db: Queryable, id: string, caller: Caller, lock = ''): Promise<ViewRow> {
  const { rows } = await db.query<StoredView>(
    `${WITH_PIN} where view.id = $2 and (owner_id = $1 or is_shared) and deleted_at is null ${lock}`,
    [caller.id, id],
  );
  if (!rows[0]) throw new AppError({ code: 'view_not_found' });
  return asRead(rows[0]);
}

/** Locks the view for changes by the transaction. */
async function requireOwn(tx: Queryable, id: string, caller: Caller): Promise<ViewRow> {
  const row = await requireView(tx, id, caller, 'for update of view');
  if (row.owner_id === caller.id) return row;
  throw forbidden(`Only ${row.owner_name ?? row.owner_email} can change this view. Save a copy of your own.`);
}

function holds(row: ViewRow, wanted: Omit<SavedViewUpdate, 'version'> & Partial<SavedViewCreate>): boolean {
  return Object.entries(wanted).every(
    ([field, value]) => value === undefined || isDeepStrictEqual(row[field as keyof ViewRow], value),
  );
}

function ownerOf({ id, email, name }: Caller) {
  return { owner_id: id, owner_email: email, owner_name: name };
}

function nameTaken(name: string): AppError {
  const sentence = `You have a view named “${name}” already.`;
  return conflict(sentence, 'view_already_exists', { errors: [{ path: 'name', message: sentence }] });
}

function toView(row: ViewRow, caller: Caller): SavedView {
  return {
    id: row.id,
    name: row.name,
    screen: row.screen,
    address: row.address,
    is_shared: row.is_shared,
    is_mine: row.owner_id === caller.id,
    is_pinned: (row.pin ?? null) !== null,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  };
}
