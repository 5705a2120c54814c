import { isDeepStrictEqual } from 'node:util';
import type {
  SavedView,
  SavedViewCreate,
  SavedViewList,
  SavedViewUpdate,
} from '@storefleet/contract/catalogue/views';
import { VIEWS_PER_PERSON } from '@storefleet/contract/constants';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { SavedViewsRow } from '../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../platform/db/rows.ts';
import { AppError, conflict, forbidden } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';

type ViewRow = Omit<SavedViewsRow, 'address'> & { readonly address: Record<string, string> };
type Asker = Pick<AuthenticatedUser, 'id' | 'email' | 'name'>;
type ViewsDeps = { readonly db: Database; readonly clock: Clock };

export type ViewsService = ReturnType<typeof createViewsService>;

export function createViewsService(deps: ViewsDeps) {
  const { db } = deps;
  return {
    async list(asker: Asker): Promise<SavedViewList> {
      const { rows } = await db.query<ViewRow>(
        'select * from saved_views where owner_id = $1 or is_shared order by lower(name), id',
        [asker.id],
      );
      return { views: rows.map((row) => toView(row, asker)) };
    },

    get: async (id: string, asker: Asker): Promise<SavedView> =>
      toView(await requireView(db, id, asker), asker),

    create: (input: SavedViewCreate, asker: Asker) => create(deps, input, asker),
    update: (id: string, input: SavedViewUpdate, asker: Asker) => update(deps, id, input, asker),

    async remove(id: string, asker: Asker): Promise<void> {
      await db.transaction(async (tx) => {
        await requireOwn(tx, id, asker);
        await tx.query('delete from saved_views where id = $1', [id]);
      });
    },
  };
}

/** The same view made once more, because the answer was lost or somebody clicked twice, is the one that is there. */
async function create({ db, clock }: ViewsDeps, input: SavedViewCreate, asker: Asker): Promise<SavedView> {
  const now = clock.now();
  const row = { id: uuidv7(), ...input, ...ownerOf(asker), created_at: now, updated_at: now };
  const { rows: own } = await db.query<ViewRow & { is_namesake: boolean }>(
    'select *, lower(name) = lower($2) as is_namesake from saved_views where owner_id = $1',
    [asker.id, input.name],
  );
  const namesake = own.find(({ is_namesake }) => is_namesake);
  if (namesake && holds(namesake, input)) return toView(namesake, asker);
  if (namesake) throw nameTaken(input.name);
  if (own.length >= VIEWS_PER_PERSON) throw new AppError({ code: 'too_many_views' });
  const inserted = await insertRow(db, 'saved_views', row, 'on conflict do nothing');
  // Made in the same instant by somebody signed in twice.
  if (!inserted) throw nameTaken(input.name);
  return toView(inserted as ViewRow, asker);
}

async function update(
  { db, clock }: ViewsDeps,
  id: string,
  { version, ...changes }: SavedViewUpdate,
  asker: Asker,
): Promise<SavedView> {
  const change = db.transaction(async (tx) => {
    const row = await requireOwn(tx, id, asker);
    if (holds(row, changes)) return row;
    if (row.version !== version) {
      throw conflict(
        `“${row.name}” was changed in another window in the meantime. Open it again to see how it is now.`,
      );
    }
    const next = { ...changes, ...ownerOf(asker), version: version + 1, updated_at: clock.now() };
    return (await updateRow(tx, 'saved_views', next, 'id = $1', id)) as ViewRow;
  });
  try {
    return toView(await change, asker);
  } catch (error) {
    throw isUniqueViolation(error, 'saved_views_name_idx') ? nameTaken(changes.name ?? '') : error;
  }
}

async function requireView(db: Queryable, id: string, asker: Asker, lock = ''): Promise<ViewRow> {
  const { rows } = await db.query<ViewRow>(
    `select * from saved_views where id = $1 and (owner_id = $2 or is_shared) ${lock}`,
    [id, asker.id],
  );
  if (!rows[0]) throw new AppError({ code: 'view_not_found' });
  return rows[0];
}

/** Locks the view, so that the transaction may change it. */
async function requireOwn(tx: Queryable, id: string, asker: Asker): Promise<ViewRow> {
  const row = await requireView(tx, id, asker, 'for update');
  if (row.owner_id === asker.id) return row;
  throw forbidden(`Only ${row.owner_name ?? row.owner_email} can change this view. Save a copy of your own.`);
}

function holds(row: ViewRow, wanted: Omit<SavedViewUpdate, 'version'> & Partial<SavedViewCreate>): boolean {
  return Object.entries(wanted).every(
    ([field, value]) => value === undefined || isDeepStrictEqual(row[field as keyof ViewRow], value),
  );
}

function ownerOf({ id, email, name }: Asker) {
  return { owner_id: id, owner_email: email, owner_name: name };
}

function nameTaken(name: string): AppError {
  const sentence = `You have a view named “${name}” already.`;
  return conflict(sentence, 'view_already_exists', { errors: [{ path: 'name', message: sentence }] });
}

function toView(row: ViewRow, asker: Asker): SavedView {
  return {
    id: row.id,
    name: row.name,
    screen: row.screen,
    address: row.address,
    is_shared: row.is_shared,
    is_mine: row.owner_id === asker.id,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  };
}
