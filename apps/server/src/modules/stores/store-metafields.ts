import { type MetafieldDefinition, metafieldName } from '@storefleet/contract/attributes/metafields';
import type { ReadMetafields, StoreMetafields } from '@storefleet/contract/stores/metafields';
import type { Connector, ShopDefinition } from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { AppError } from '../../platform/http/problem.ts';
import { connectSaved } from './connection/store-connector.ts';
import { lockRow, requireRow, wrongStoreType } from './require-store.ts';
import { metafieldsOf, type StoreRow } from './stores.table.ts';
import type { StoresDeps } from './stores-deps.ts';

const nameOf = ({ owner, key }: MetafieldDefinition) => metafieldName(owner, key);

/** What the shop defines now, asked of it; where it does not answer, those that are read are known still. */
export async function listMetafields(
  deps: StoresDeps,
  id: string,
  signal: AbortSignal,
): Promise<StoreMetafields> {
  const row = await requireRow(deps.db, id);
  try {
    return answerOf(metafieldsOf(row), await readDefinitions(deps, row, signal), null);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return answerOf(metafieldsOf(row), [], error.message);
  }
}

/** Their definitions are kept as the shop tells them at this moment; the next sync reads their values. */
export async function chooseMetafields(
  deps: StoresDeps,
  id: string,
  { names }: ReadMetafields,
  signal: AbortSignal,
): Promise<StoreMetafields> {
  const { db, clock } = deps;
  const defined = await readDefinitions(deps, await requireRow(db, id), signal);
  return db.transaction(async (tx) => {
    const row = await lockRow(tx, id);
    if (row.store_status === 'archived') throw new AppError({ code: 'store_archived' });
    const chosen = defined.filter((definition) => names.includes(nameOf(definition)));
    const metafields = chosen.map(withoutPoints);
    await tx.query('update stores set metafields = $2::jsonb, updated_at = $3 where id = $1', [
      id,
      JSON.stringify(metafields),
      clock.now(),
    ]);
    return answerOf(metafields, defined, null);
  });
}

/** What the source says by now of the metafields that are read. Best effort: a sync does not depend on it. */
export async function renewDefinitions(
  { db, logger }: Pick<StoresDeps, 'db' | 'logger'>,
  id: string,
  { definitions, customFields, editing }: Pick<Connector, 'definitions' | 'customFields' | 'editing'>,
  signal: AbortSignal,
): Promise<void> {
  if (customFields === undefined && !editing?.metafields?.length) return;
  try {
    const defined = (await definitions?.(signal)) ?? [];
    await db.transaction(async (tx) => {
      const metafields = customFields ?? renewed(metafieldsOf(await lockRow(tx, id)), defined);
      await tx.query(
        'update stores set metafields = $2::jsonb where id = $1 and metafields is distinct from $2::jsonb',
        [id, JSON.stringify(metafields)],
      );
    });
  } catch (error) {
    signal.throwIfAborted();
    logger.warn({ err: error, store: id }, 'stores: the definitions of metafields could not be renewed');
  }
}

const withoutPoints = ({ points: _points, ...definition }: ShopDefinition): MetafieldDefinition => definition;

function renewed(
  read: readonly MetafieldDefinition[],
  defined: readonly ShopDefinition[],
): MetafieldDefinition[] {
  const byName = new Map(defined.map((definition) => [nameOf(definition), withoutPoints(definition)]));
  return read.map((metafield) => byName.get(nameOf(metafield)) ?? metafield);
}

async function readDefinitions(
  deps: StoresDeps,
  row: StoreRow,
  signal: AbortSignal,
): Promise<ShopDefinition[]> {
  const { definitions } = await connectSaved(deps, row);
  if (definitions === undefined) throw wrongStoreType('This store has no metafields.');
  return definitions(signal);
}

function answerOf(
  read: readonly MetafieldDefinition[],
  defined: readonly ShopDefinition[],
  unavailable_because: string | null,
): StoreMetafields {
  const chosen = new Set(read.map(nameOf));
  // Where the shop did not answer, what it said last is all that is known.
  const untold = read.filter((metafield) => !defined.some((other) => nameOf(other) === nameOf(metafield)));
  return {
    definitions: [
      ...defined.map((definition) => ({ ...definition, is_read: chosen.has(nameOf(definition)) })),
      ...untold.map((metafield) => ({ ...metafield, is_read: true, points: 0 })),
    ],
    unavailable_because,
  };
}
