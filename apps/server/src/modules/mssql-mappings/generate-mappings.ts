import type { FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import { columnForms } from './column-forms.ts';
import {
  type KnownTarget,
  PARENT_IDS,
  PLAIN_IDS,
  PLAIN_UNITS,
  PRODUCT_NUMBERS,
  TARGET_NAMES,
  TITLE_SUBSTITUTES,
} from './target-names.ts';

type GenerationColumn = {
  readonly name: string;
  /** SQL Server's own type, in lower case and without length. */
  readonly type: string;
  readonly nullable: boolean;
};

export type GenerationTable = {
  readonly columns: readonly GenerationColumn[];
  /** Empty if there is none. */
  readonly primaryKey: readonly string[];
};

type Generation = {
  readonly mappings: FieldMappingInput[];
  readonly unplacedColumns: string[];
};

const WHOLE_NUMBERS = ['tinyint', 'smallint', 'int', 'bigint'];
const EXACT_NUMBERS = [...WHOLE_NUMBERS, 'decimal', 'numeric'];
const NUMBERS = [...EXACT_NUMBERS, 'money', 'smallmoney', 'float', 'real'];
const SHORT_TEXTS = ['nvarchar', 'varchar', 'nchar', 'char'];
const TEXTS = [...SHORT_TEXTS, 'ntext', 'text'];

/** Groups of types a target can be filled from; columns of an earlier group are preferred. */
const AMOUNT = [NUMBERS, TEXTS];
const CODE = [[...TEXTS, ...EXACT_NUMBERS]];
/** Types SQL Server can compare: rows with the same Product ID are one product. */
const IDENTIFIER = [[...SHORT_TEXTS, ...EXACT_NUMBERS, 'uniqueidentifier']];
const TEXT = [TEXTS];

/**
 * Default mappings by column names and types. Each target gets at most one column, existing mappings stay and
 * block theirs, and whatever no name identifies is left to a person.
 */
export function generateMappings(
  table: GenerationTable,
  existing: readonly { readonly source_field: string; readonly target_field: string }[],
): Generation {
  const placed = new Map<KnownTarget, GenerationColumn>();
  const mapped = new Set(existing.map(({ source_field }) => source_field.toLowerCase()));
  const filled = new Set(existing.map(({ target_field }) => target_field));
  const isFree = ({ name }: GenerationColumn) =>
    !mapped.has(name.toLowerCase()) && ![...placed.values()].some((column) => column.name === name);

  const put = (target: KnownTarget, column: GenerationColumn | undefined) => {
    if (column !== undefined && !filled.has(target) && !placed.has(target)) placed.set(target, column);
  };
  const find = (names: readonly string[], types: readonly (readonly string[])[], among = table.columns) =>
    bestColumn(among.filter(isFree), names, types);

  put('shopify_id', find(TARGET_NAMES.shopify_id, IDENTIFIER));
  put('title', find(TARGET_NAMES.title, TEXT) ?? find(TITLE_SUBSTITUTES, TEXT));
  put('sku', find(TARGET_NAMES.sku, CODE));
  put(
    'shopify_id',
    find(
      PARENT_IDS,
      IDENTIFIER,
      table.columns.filter(({ nullable }) => !nullable),
    ),
  );
  put('shopify_id', find(PRODUCT_NUMBERS, IDENTIFIER));
  put('shopify_id', identityOf(table, placed.get('sku'), isFree, find));

  for (const target of ['description', 'product_type', 'vendor', 'status', 'handle', 'tags'] as const) {
    put(target, find(TARGET_NAMES[target], TEXT));
  }
  put('barcode', find(TARGET_NAMES.barcode, CODE));
  for (const target of ['price', 'cost', 'inventory_quantity', 'weight'] as const) {
    put(target, find(TARGET_NAMES[target], AMOUNT));
  }
  put('weight_unit', find(TARGET_NAMES.weight_unit, TEXT));
  put('weight_unit', find(PLAIN_UNITS, TEXT, columnsAfter(table, placed.get('weight'))));

  const order = Object.keys(TARGET_NAMES) as KnownTarget[];
  return {
    mappings: order.flatMap((target) => {
      const column = placed.get(target);
      return column === undefined ? [] : [defaultMapping(target, column)];
    }),
    unplacedColumns: table.columns.filter(isFree).map(({ name }) => name),
  };
}

/** The free column with the best name; of two equals, the first in the table. */
function bestColumn(
  columns: readonly GenerationColumn[],
  names: readonly string[],
  types: readonly (readonly string[])[],
): GenerationColumn | undefined {
  const ranked = columns.flatMap((column) => {
    const typeRank = types.findIndex((group) => group.includes(column.type));
    const ranks = columnForms(column.name).map((form) => names.indexOf(form));
    const known = ranks.filter((rank) => rank !== -1);
    if (typeRank === -1 || known.length === 0) return [];
    return {
      column,
      typeRank,
      nameRank: Math.min(...known),
      formRank: ranks.findIndex((rank) => rank !== -1),
    };
  });
  return ranked.toSorted(
    (a, b) => a.typeRank - b.typeRank || a.nameRank - b.nameRank || a.formRank - b.formRank,
  )[0]?.column;
}

/**
 * Identifies products when no name does. A primary key suffices by itself, and is only mapped if it is free;
 * a table without one needs a Product ID, even if its SKU has to serve as both.
 */
function identityOf(
  { columns, primaryKey }: GenerationTable,
  sku: GenerationColumn | undefined,
  isFree: (column: GenerationColumn) => boolean,
  find: (names: readonly string[], types: readonly (readonly string[])[]) => GenerationColumn | undefined,
): GenerationColumn | undefined {
  if (primaryKey.length === 0) return find(PLAIN_IDS, IDENTIFIER) ?? sku;
  return columns.find(
    (column) =>
      primaryKey.length === 1 &&
      column.name === primaryKey[0] &&
      isFree(column) &&
      IDENTIFIER.flat().includes(column.type),
  );
}

function columnsAfter(
  { columns }: GenerationTable,
  column: GenerationColumn | undefined,
): GenerationColumn[] {
  const next = column && columns[columns.indexOf(column) + 1];
  return next === undefined ? [] : [next];
}

function defaultMapping(target: KnownTarget, column: GenerationColumn): FieldMappingInput {
  const isAmount = ['price', 'cost', 'inventory_quantity', 'weight'].includes(target);
  return {
    source_field: column.name,
    target_field: target,
    is_custom: false,
    data_type: isAmount ? 'number' : 'string',
    is_required: target === 'title' || target === 'shopify_id',
    default_value: null,
    transformation_type: 'none',
    transformation_config: null,
    child_table: null,
  };
}
