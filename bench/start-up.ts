/** How long until the product answers, the first time and from then on? */
import type { DatabaseKind } from './lib/databases/databases.ts';
import { startProduct } from './lib/product.ts';
import { say } from './lib/progress.ts';
import { median } from './lib/statistics.ts';
import { printTable, seconds } from './lib/table.ts';

export async function benchStart(
  databases: readonly DatabaseKind[],
  { rounds }: { rounds: number },
): Promise<void> {
  const rows: string[][] = [];
  for (const kind of databases) {
    const first: number[] = [];
    const second: number[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`start, ${kind.title}, round ${round + 1} of ${rounds}`);
      const database = await kind.create();
      for (const times of [first, second]) {
        const product = await startProduct(database, { as: 'npm start' });
        times.push(product.readyAfter);
        await product.stop();
      }
      await database.remove();
    }
    rows.push([kind.title, seconds(median(first)), seconds(median(second))]);
  }
  printTable(
    `From \`npm start\`, everything installed and built, until /readyz answers (median of ${rounds}; second start within 5 s wanted)`,
    ['Database', 'First start, empty DATA_DIR', 'Second start'],
    rows,
  );
}
