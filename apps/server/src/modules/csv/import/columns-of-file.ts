import type { ImportMeaning } from '@storefleet/contract/constants';
import type { ImportColumns } from '@storefleet/contract/edits/bulk-updates';
import { headingKey, meaningOfHeading } from '../product-columns.ts';
import type { ColumnChoices } from './import-columns.ts';
import type { ImportFile } from './read/import-file.ts';

const SAMPLES = 3;
/** Rows that are looked through for values. */
const SAMPLE_ROWS = 50;
const SAMPLE_LENGTH = 60;

/** The columns that have a heading, each with what it is taken for and some of its values. */
export async function columnsOfFile(
  { format, header, records }: Pick<ImportFile, 'format' | 'header' | 'records'>,
  remembered: ColumnChoices,
): Promise<ImportColumns> {
  const headings = header.map((cell) => cell.trim());
  const known = headings.map(
    (heading) => meaningOfHeading(heading) ?? remembered.get(headingKey(heading)) ?? null,
  );
  const rest: ImportMeaning | null = isShopifyFile(known) ? 'ignore' : null;
  const samples: string[][] = headings.map(() => []);
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const record = await records.next();
    if (record.done) break;
    for (const [index, ofColumn] of samples.entries()) {
      const value = (record.value.cells[index] ?? '').trim();
      if (value !== '' && ofColumn.length < SAMPLES) ofColumn.push(value.slice(0, SAMPLE_LENGTH));
    }
  }
  const sheets = format.kind === 'sheet' ? { sheet: format.sheet, sheets: [...format.sheets] } : NO_SHEETS;
  return {
    columns: headings.flatMap((heading, index) =>
      heading === '' ? [] : [{ heading, samples: samples[index] ?? [], meaning: known[index] ?? rest }],
    ),
    ...sheets,
  };
}

const NO_SHEETS = { sheet: null, sheets: [] };

/** Shopify's own product file has dozens of columns that mean nothing here, and nobody has to be asked. */
function isShopifyFile(meanings: readonly (ImportMeaning | null)[]): boolean {
  return meanings.includes('handle') && meanings.includes('title') && meanings.includes('status');
}
