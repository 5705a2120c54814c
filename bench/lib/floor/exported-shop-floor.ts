import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from '../child-process.ts';
import type { DatabaseKind } from '../databases/databases.ts';
import type { ExportedShop } from '../exported-shop.ts';
import type { FloorTask } from './floor.process.ts';
import type { FloorResult } from './floor.ts';

const PROCESS = fileURLToPath(new URL('./floor.process.ts', import.meta.url));

/** The exports of these shops, one after the other, into an empty database by one process. */
export async function measureExportFloor(
  kind: DatabaseKind,
  shops: readonly ExportedShop[],
): Promise<FloorResult> {
  const database = await kind.create();
  const { dataDir, connectionString, embedded } = database;
  const task: FloorTask = {
    fileUrls: shops.map(({ fileUrl }) => fileUrl),
    dataDir,
    connectionString,
    embedded,
  };
  const child = startChild(PROCESS, { args: [JSON.stringify(task)] });
  const result = await nextMessage<FloorResult>(child);
  const variants = shops.reduce((sum, shop) => sum + shop.variants, 0);
  if (result.variants !== variants) {
    throw new Error(`The floor read ${result.variants} of ${variants} variants.`);
  }
  await child.stop();
  await database.remove();
  return result;
}
