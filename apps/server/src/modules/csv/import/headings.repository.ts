import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isChannel } from '@storefleet/contract/attributes/memberships';
import { readMetafieldName } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import { IMPORT_MEANINGS, type ImportMeaning } from '@storefleet/contract/catalogue/file-constants';
import type { ImportSettings } from '@storefleet/contract/edits/imports';
import type { Queryable } from '../../../platform/db/database.ts';
import { headingKey, meaningOfHeading } from '../product-columns.ts';
import type { ColumnChoices } from './import-columns.ts';
import { isPosition } from './read/header-row.ts';

type Choices = ImportSettings['columns'];

/** The team's choices for unknown headings. */
export async function findChoices(db: Queryable): Promise<ColumnChoices> {
  const { rows } = await db.query<{ heading: string; meaning: string }>(
    'select heading, meaning from import_headings',
  );
  return new Map(
    rows.flatMap(({ heading, meaning }) => (isMeaning(meaning) ? [[heading, meaning] as const] : [])),
  );
}

/** By heading key. */
export function keyedChoices(choices: Choices): ColumnChoices {
  return new Map(Object.entries(choices).map(([heading, meaning]) => [headingKey(heading), meaning]));
}

/** Remembers choices for later files. A known heading keeps its meaning. */
export async function rememberChoices(db: Queryable, choices: Choices): Promise<void> {
  const unnamed = [...keyedChoices(choices)].filter(
    ([heading]) => meaningOfHeading(heading) === null && !isPosition(heading),
  );
  if (unnamed.length === 0) return;
  await db.query(
    `insert into import_headings (heading, meaning)
     select * from unnest($1::text[], $2::text[]) as chosen (heading, meaning) order by heading
     on conflict (heading) do update set meaning = excluded.meaning`,
    [unnamed.map(([heading]) => heading), unnamed.map(([, meaning]) => meaning)],
  );
}

function isMeaning(text: string): text is ImportMeaning {
  const isNamed = IMPORT_MEANINGS.some((meaning) => meaning === text);
  return isNamed || isStock(text) || isListPrice(text) || isChannel(text) || readMetafieldName(text) !== null;
}
