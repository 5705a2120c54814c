import { isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import { readMetafieldName } from '@storefleet/contract/attributes/metafields';
import { COLUMN_IDS, type ColumnId, type ColumnOf } from './columns.ts';

export type Density = 'compact' | 'comfortable';

/** A visible column with its custom width. */
type ShownColumn = { readonly id: ColumnId; readonly width?: number };

/** Table layout: chosen by the user, from a link, or the screen's default. */
export type GridLayout = {
  readonly columns: readonly ShownColumn[];
  /** Number of leading columns pinned during horizontal scrolling. */
  readonly pinned: number;
  readonly density: Density;
  /** Shows a product with several variants as a row above them. */
  readonly grouped: boolean;
};

/**
 * Layout in the URL: `columns=title-320.sku*.price.variant.metafields.specs.length`, with a star after the last
 * pinned column.
 */
export type LayoutAddress = {
  columns?: string;
  density?: Density;
  group?: 'product' | 'none';
};

const [NARROWEST, WIDEST] = [48, 1_200];
/** As the key of a metafield may: a width of 0 stands behind it then. */
const ENDS_LIKE_A_WIDTH = /-\d{1,4}$/;
const PART = /(?:(?:product|variant)\.metafields\.[^.]*\.|list_(?:compare_at_)?price\.)?[^.]+/g;

export function layout(ids: readonly ColumnId[], grouped: boolean): GridLayout {
  return { columns: ids.map((id) => ({ id })), pinned: 0, density: 'compact', grouped };
}

export function printLayout({ columns, pinned, density, grouped }: GridLayout): Required<LayoutAddress> {
  const printed = columns.map(({ id, width }, index) => {
    const size = width === undefined ? (ENDS_LIKE_A_WIDTH.test(printId(id)) ? '-0' : '') : `-${width}`;
    return `${printId(id)}${size}${index === pinned - 1 ? '*' : ''}`;
  });
  return { columns: printed.join('.'), density, group: grouped ? 'product' : 'none' };
}

/** Parses the layout from the URL or storage; invalid or missing parts come from `base`. */
export function readLayout({ columns, density, group }: LayoutAddress, base: GridLayout): GridLayout {
  return {
    ...(columns === undefined ? base : (readColumns(columns) ?? base)),
    density: density ?? base.density,
    grouped: group === undefined ? base.grouped : group === 'product',
  };
}

/** Null if no known column is named. */
export function readColumns(text: string): Pick<GridLayout, 'columns' | 'pinned'> | null {
  const columns: ShownColumn[] = [];
  let pinned = 0;
  for (const [part] of text.matchAll(PART)) {
    const [, name, width = '0', star] = /^(.+?)(?:-(\d{1,4}))?(\*?)$/.exec(part) ?? [];
    const id =
      COLUMN_IDS.find((candidate) => candidate === name) ?? readMetafieldName(name) ?? readListPrice(name);
    if (id !== null && !columns.some((column) => column.id === id)) {
      columns.push({ id, ...(Number(width) > 0 && { width: widthWithin(Number(width)) }) });
    }
    if (star === '*') pinned = columns.length;
  }
  return columns.length === 0 ? null : { columns, pinned };
}

/** The name of a price list is any text: what separates parts is written as a code. */
function printId(id: ColumnId): string {
  if (!isListPrice(id)) return id;
  const list = listOf(id);
  const coded = encodeURIComponent(list).replace(/[.*-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return id.slice(0, id.length - list.length) + coded;
}

function readListPrice(printed: string | undefined): ColumnId | null {
  try {
    const id = decodeURIComponent(printed ?? '');
    return isListPrice(id) ? id : null;
  } catch {
    return null;
  }
}

export function isSameLayout(one: GridLayout, other: GridLayout): boolean {
  const [left, right] = [printLayout(one), printLayout(other)];
  return left.columns === right.columns && left.density === right.density && left.group === right.group;
}

const widthWithin = (width: number) => Math.round(Math.min(Math.max(width, NARROWEST), WIDEST));

/** Null: default width. */
export function withWidth(of: GridLayout, id: ColumnId, width: number | null): GridLayout {
  const columns = of.columns.map((column) => {
    if (column.id !== id) return column;
    return width === null ? { id } : { id, width: widthWithin(width) };
  });
  return { ...of, columns };
}

/** Shows a column at the end, or hides it; the last one stays. */
export function withColumn(of: GridLayout, id: ColumnId, shown: boolean): GridLayout {
  const at = of.columns.findIndex((column) => column.id === id);
  if (shown) return at >= 0 ? of : { ...of, columns: [...of.columns, { id }] };
  if (at < 0 || of.columns.length === 1) return of;
  return { ...of, columns: of.columns.toSpliced(at, 1), pinned: of.pinned - (at < of.pinned ? 1 : 0) };
}

/** Moves a column to a position; moving among pinned columns pins it. */
export function withMoved(of: GridLayout, id: ColumnId, to: number): GridLayout {
  const from = of.columns.findIndex((column) => column.id === id);
  const [column] = of.columns.slice(from, from + 1);
  if (column === undefined || to < 0 || to >= of.columns.length) return of;
  return { ...of, columns: of.columns.toSpliced(from, 1).toSpliced(to, 0, column) };
}

/** Pins a column after the pinned ones, or unpins it. */
export function withPinned(of: GridLayout, id: ColumnId, pinned: boolean): GridLayout {
  const at = of.columns.findIndex((column) => column.id === id);
  if (at < 0 || at < of.pinned === pinned) return of;
  return { ...withMoved(of, id, pinned ? of.pinned : of.pinned - 1), pinned: of.pinned + (pinned ? 1 : -1) };
}

/** Columns from the left; a pinned one has a fixed pixel width. */
export function placedColumns({ columns, pinned }: GridLayout, columnOf: ColumnOf) {
  return columns.map(({ id, width }, index) => ({ ...columnOf(id), chosen: width, pinned: index < pinned }));
}
