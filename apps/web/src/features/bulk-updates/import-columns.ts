import {
  EDITABLE_ATTRIBUTE_LABELS,
  IMPORT_MEANINGS,
  type ImportMeaning,
} from '@storefleet/contract/constants';
import type { ImportColumns } from '@storefleet/contract/edits/bulk-updates';

export type ImportColumn = ImportColumns['columns'][number];

/** What a person chose, by the heading; columns left out mean what the server takes them for. */
export type ColumnChoices = Readonly<Record<string, ImportMeaning>>;

const labels: Readonly<Partial<Record<ImportMeaning, string>>> = {
  ...EDITABLE_ATTRIBUTE_LABELS,
  handle: 'Handle',
  variant_id: 'Storefleet Variant ID',
  store_name: 'Store name',
  store_id: 'Store ID',
  weight_grams: 'Weight in grams',
  ignore: 'Leave aside',
};

export const meaningOptions = IMPORT_MEANINGS.map((value) => ({ value, label: labels[value] ?? value }));

export function meaningOf(column: ImportColumn, choices: ColumnChoices): ImportMeaning {
  return choices[column.heading] ?? column.meaning ?? 'ignore';
}

/** What the server is to be told: every meaning but those that nobody was asked about. */
export function choicesToSend(columns: readonly ImportColumn[], choices: ColumnChoices): ColumnChoices {
  return Object.fromEntries(
    columns
      .map((column) => [column, meaningOf(column, choices)] as const)
      .filter(([column, meaning]) => meaning !== 'ignore' || column.meaning !== 'ignore')
      .map(([{ heading }, meaning]) => [heading, meaning]),
  );
}

/** "SKU, Price; 3 columns left aside" */
export function columnWords(columns: readonly ImportColumn[], choices: ColumnChoices): string {
  const used = columns
    .filter((column) => meaningOf(column, choices) !== 'ignore')
    .map(({ heading }) => heading);
  const aside = columns.length - used.length;
  const words = used.length === 0 ? 'none' : used.join(', ');
  return aside === 0 ? words : `${words}; ${aside} left aside`;
}
