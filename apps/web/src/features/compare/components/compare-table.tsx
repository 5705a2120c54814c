import type { CompareRow, Comparison } from '@storefleet/contract/articles/compare';
import {
  ARTICLE_CONFLICT_LABELS,
  COMPARED_ATTRIBUTE_LABELS,
  type ComparedAttribute,
} from '@storefleet/contract/articles/compared';
import { type ComparedCell, comparedCell } from '@storefleet/contract/articles/compared-cells';
import { LISTED_PLAIN_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { IconAlertTriangle, IconArrowNarrowRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useMemo, useState } from 'react';
import { type Column, numberColumn, type Sheet } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { formatValue } from '../../../lib/format/format-value.ts';
import { productAddress } from '../../../lib/paths.ts';
import { onCompareKey } from '../compare-keys.ts';
import classes from './compare.module.css';

type Store = Comparison['stores'][number];

type Props = {
  rows: readonly CompareRow[] | undefined;
  stores: readonly Store[];
  attributes: readonly ComparedAttribute[];
  stale: boolean;
  /** Keys of selected articles; null if rows cannot be selected. */
  selected: ReadonlySet<string> | null;
  onToggle: (index: number, range: boolean) => void;
  onToggleAll: () => void;
  onRange: (first: number, last: number) => void;
};

const TITLE_WIDTH = 288;
const VALUE_WIDTH = 136;
/** Shown if headers include the attribute next to the store. */
const NAMED_WIDTH = 176;
const SELECT_WIDTH = 40;

/** Rows that fit a window. */
const LOADING_ROWS = { length: 16, at: () => undefined };

const widthOfValues = ({ length }: Props['attributes']) => (length > 1 ? NAMED_WIDTH : VALUE_WIDTH);

/** One row per article with its value in each store; differences are highlighted. */
export function CompareTable(props: Props) {
  const { rows, stores, attributes, stale, selected, onRange } = props;
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const columns = useColumns(props, widths);
  const { history } = useRouter();
  const sheet: Sheet = {
    density: 'compact',
    minWidth:
      (selected ? SELECT_WIDTH : 0) +
      (widths.title ?? TITLE_WIDTH) +
      stores.length * attributes.length * widthOfValues(attributes),
    onResize: (id, width) =>
      setWidths(({ [id]: _, ...others }) => (width === null ? others : { ...others, [id]: width })),
    onMove: () => undefined,
  };
  /** Plain links, because thousands of them scroll by. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.push(link.getAttribute('href') ?? '');
  };
  return (
    <DataTable
      label="Articles"
      columns={columns}
      rows={rows ?? LOADING_ROWS}
      keyOf={({ key }) => key}
      sheet={sheet}
      cards={{
        areas: [
          selected ? 'select title' : 'title title',
          ...stores.flatMap((_, store) => attributes.map((_, at) => `v${store}-${at} v${store}-${at}`)),
        ]
          .map((area) => `"${area}"`)
          .join(' '),
        columns: selected ? '1.5rem minmax(0, 1fr)' : 'minmax(0, 1fr) minmax(0, 1fr)',
      }}
      rowHeight={() => 32}
      stale={stale}
      onRange={onRange}
      onClick={follow}
      onKeyDown={onCompareKey}
    />
  );
}

function useColumns(
  { rows, stores, attributes, selected, onToggle, onToggleAll }: Props,
  widths: Readonly<Record<string, number>>,
) {
  return useMemo((): Column<CompareRow>[] => {
    const isAll = rows !== undefined && rows.length > 0 && rows.every(({ key }) => selected?.has(key));
    const indexOf = new Map(rows?.map(({ key }, index) => [key, index]));
    const select: Column<CompareRow> = {
      id: 'select',
      label: 'Select',
      width: `${SELECT_WIDTH}px`,
      pinnedAt: 0,
      head: (
        <SelectCheckbox
          label="Select all loaded articles"
          state={isAll ? 'all' : selected && selected.size > 0 ? 'some' : 'none'}
          onToggle={onToggleAll}
        />
      ),
      cell: ({ key, title }) => (
        <SelectCheckbox
          label={`Select ${title}`}
          state={selected?.has(key) ? 'all' : 'none'}
          onToggle={({ range }) => onToggle(indexOf.get(key) ?? 0, range)}
        />
      ),
    };
    const title: Column<CompareRow> = {
      id: 'title',
      label: 'Article',
      namesRow: true,
      width: widths.title ? `${widths.title}px` : `minmax(${TITLE_WIDTH}px, 1fr)`,
      pinnedAt: selected ? SELECT_WIDTH : 0,
      cell: (row) => <ArticleName row={row} stores={stores} />,
    };
    const currencies = new Map(stores.map(({ id, currency }) => [id, currency]));
    const currencyOf = (id: string) => currencies.get(id) ?? '';
    const values = stores.flatMap((store, place) =>
      attributes.map((attribute, at) => {
        const id = `v${place}-${at}`;
        const label =
          attributes.length > 1 ? `${store.name} · ${COMPARED_ATTRIBUTE_LABELS[attribute]}` : store.name;
        return numberColumn<CompareRow>(id, label, {
          cardLabel: label,
          width: widths[id] ? `${widths[id]}px` : `minmax(${widthOfValues(attributes)}px, 0.5fr)`,
          ...(TEXTS.has(attribute) ? { align: undefined } : {}),
          cell: (row) => (
            <Held
              cell={comparedCell(row, store.id, attribute, currencyOf)}
              attribute={attribute}
              currency={store.currency}
            />
          ),
        } as Omit<Column<CompareRow>, 'id' | 'label'>);
      }),
    );
    return [...(selected ? [select] : []), title, ...values];
  }, [rows, stores, attributes, selected, onToggle, onToggleAll, widths]);
}

const TEXTS: ReadonlySet<ComparedAttribute> = new Set<ComparedAttribute>([
  ...LISTED_PLAIN_ATTRIBUTES,
  'handle',
  'title',
  'vendor',
  'product_type',
  'status',
  'tags',
  'sku',
  'barcode',
  'list_prices',
]);

function ArticleName({ row, stores }: { row: CompareRow; stores: readonly Store[] }) {
  const { title, code, conflicts, missing_in } = row;
  const lacking = stores.filter(({ id }) => missing_in.includes(id));
  const doubts = conflicts.map((conflict) => ARTICLE_CONFLICT_LABELS[conflict]).join(', ');
  return (
    <span className={classes.article}>
      <span className={classes.name} title={title}>
        {title}
      </span>{' '}
      {code && <span className={classes.code}>{code}</span>}
      {doubts && (
        <span className={classes.doubt} title={doubts}>
          <IconAlertTriangle size={13} aria-hidden />
          <span className="sr-only">{doubts}</span>
        </span>
      )}
      {lacking.length > 0 && (
        <span className={classes.lacking}>Not in {lacking.map(({ name }) => name).join(', ')}</span>
      )}
    </span>
  );
}

type HeldProps = { cell: ComparedCell; attribute: ComparedAttribute; currency: string };

function Held({ cell, attribute, currency }: HeldProps) {
  if (cell.kind === 'missing')
    return (
      <span className={classes.missing} tabIndex={-1}>
        not there
      </span>
    );
  const { value, expected, differs, others } = cell;
  const words = (text: string | null) =>
    attribute === 'margin' && text !== null
      ? `${text} %`
      : (formatValue(attribute, text, currency) ?? 'empty');
  return (
    <a
      href={productAddress(cell.productId)}
      className={classes.value}
      data-state={expected !== undefined ? 'deviates' : differs ? 'differs' : undefined}
      data-empty={value === null || value === '' || undefined}
    >
      <span className={classes.held} title={TEXTS.has(attribute) ? words(value) : undefined}>
        {words(value)}
      </span>
      {expected !== undefined && (
        <>
          <IconArrowNarrowRight size={13} aria-hidden />
          <span className="sr-only"> should be </span>
          <strong className={classes.held} title={TEXTS.has(attribute) ? words(expected) : undefined}>
            {words(expected)}
          </strong>
        </>
      )}
      {others > 0 && <span className={classes.others}>+{others}</span>}
    </a>
  );
}
