import { labelOf } from '@storefleet/contract/attributes/attributes';
import { priceOnList } from '@storefleet/contract/attributes/list-prices';
import {
  DEFAULT_VARIANT_TITLE,
  PRODUCT_PAGE_VARIANTS,
} from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { CellDetail } from '../../../components/data-table/table-row.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { counterpartsQuery } from '../api/queries.ts';
import {
  type ComparedValue,
  type CounterpartRow,
  comparedLists,
  counterpartRows,
  type ListCurrencies,
  variantOf,
} from '../counterpart-rows.ts';
import { Amount } from './amount.tsx';
import classes from './product-page.module.css';

const AREAS = '"store store" "sku barcode" "price compare_at_price" "cost stock"';
const NO_STORES: readonly Store[] = [];

/** From this many rows on, the table scrolls and renders only visible rows. */
const SCROLLS_FROM = 30;

/** The same SKU or barcode in other products of every store, side by side, with differences highlighted. */
export function Counterparts({ product }: { product: ProductDetail }) {
  const query = useQuery(counterpartsQuery(useApi(), product.id));
  const { data: stores = NO_STORES } = useQuery(storesQuery(useApi()));
  const { rows, columns, cards } = useMemo(() => {
    const listsOf: ListCurrencies = (storeId) => {
      const store = stores.find(({ id }) => id === storeId);
      const lists = store?.reads_price_lists ? store.price_lists : [];
      return new Map(lists.map(({ name, currency }) => [name, currency]));
    };
    const found = query.data && counterpartRows(product, query.data.counterparts, listsOf);
    const lists = comparedLists(found ?? [], listsOf(product.store_id).keys());
    const listColumns = lists.map((name, index) => listColumn(name, `list${index}`, product, listsOf));
    return {
      rows: found,
      columns: [...columnsIn(product.store_currency), ...listColumns],
      cards: {
        areas: `${AREAS} ${listColumns.map(({ id }) => `"${id} ${id}"`).join(' ')}`,
        // A barcode of 13 digits fits one line.
        columns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
      },
    };
  }, [product, query.data, stores]);
  const compared = Math.min(product.variants.length, PRODUCT_PAGE_VARIANTS);
  return (
    <Panel
      title="In other stores"
      description="Variants with the same SKU or barcode, in any store. A mark shows what differs; money is compared in the same currency only."
    >
      {rows === undefined && query.error && (
        <QueryErrorBanner title="The other stores could not be compared." query={query} />
      )}
      {rows === undefined && !query.error && <Loading label="Comparing stores" height={88} />}
      {rows?.length === 0 && (
        <p className={classes.none}>No other product has one of these SKUs or barcodes.</p>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label="The same SKU or barcode elsewhere"
          place={rows.length > SCROLLS_FROM ? 'region' : 'panel'}
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          cards={cards}
        />
      )}
      {query.data?.more && <p className={classes.note}>More products share a code than are listed.</p>}
      {compared < product.variants.length && (
        <p className={classes.note}>
          Compared: the first {formatCount(compared)} of {formatQuantity(product.variants.length, 'variant')}.
        </p>
      )}
    </Panel>
  );
}

/** Fixed prices on a price list, each in the currency that its store has it in. */
function listColumn(
  name: string,
  id: string,
  product: ProductDetail,
  listsOf: ListCurrencies,
): Column<CounterpartRow> {
  const attribute = priceOnList(name);
  return numberColumn<CounterpartRow>(id, labelOf(attribute), {
    cardLabel: labelOf(attribute),
    width: 'minmax(6rem, auto)',
    cell: (row) => {
      const storeId = row.kind === 'own' ? product.store_id : row.counterpart.store_id;
      const currency = listsOf(storeId).get(name);
      const price = currency === undefined ? null : (variantOf(row).list_prices?.[attribute] ?? null);
      return (
        <Compared row={row} value={attribute}>
          <Amount value={price} currency={currency ?? ''} what={labelOf(attribute)} />
        </Compared>
      );
    },
  });
}

function columnsIn(currency: string): Column<CounterpartRow>[] {
  const currencyOf = (row: CounterpartRow) =>
    row.kind === 'own' ? currency : row.counterpart.store_currency;
  const code = (id: 'sku' | 'barcode', label: string): Column<CounterpartRow> => ({
    id,
    label,
    look: 'code',
    cardLabel: label,
    width: 'minmax(6.5rem, 1fr)',
    cell: (row) => (
      <Compared row={row} value={id}>
        {variantOf(row)[id] ?? <Absent what={label} />}
      </Compared>
    ),
  });
  const amount = (id: 'price' | 'compare_at_price' | 'cost', label: string) =>
    numberColumn<CounterpartRow>(id, label, {
      cardLabel: label,
      width: '6rem',
      cell: (row) => (
        <Compared row={row} value={id}>
          <Amount value={variantOf(row)[id]} currency={currencyOf(row)} what={label.toLowerCase()} />
        </Compared>
      ),
    });
  return [
    {
      id: 'store',
      label: 'Store',
      namesRow: true,
      width: 'minmax(9rem, 1.6fr)',
      cell: (row) => <Where row={row} />,
    },
    code('sku', 'SKU'),
    code('barcode', 'Barcode'),
    amount('price', 'Price'),
    amount('compare_at_price', 'Compare-at'),
    amount('cost', 'Cost'),
    numberColumn('stock', 'Stock', {
      cardLabel: 'Stock',
      width: '3.5rem',
      cell: (row) => variantOf(row).inventory_quantity ?? <Absent what="stock" />,
    }),
  ];
}

function Where({ row }: { row: CounterpartRow }) {
  if (row.kind === 'own') return <span className={classes.own}>{row.name}</span>;
  const { product_id, product_title, store_name, variant, shares } = row.counterpart;
  const title =
    variant.title === DEFAULT_VARIANT_TITLE ? product_title : `${product_title} / ${variant.title}`;
  return (
    <span className={classes.other}>
      <TextLink to={paths.product} params={{ productId: product_id }}>
        {store_name}
      </TextLink>
      <CellDetail>{title}</CellDetail>
      <span className="sr-only">
        , same {shares.map((shared) => (shared === 'sku' ? 'SKU' : 'barcode')).join(' and ')}
      </span>
    </span>
  );
}

function Compared({
  row,
  value,
  children,
}: {
  row: CounterpartRow;
  value: ComparedValue;
  children: React.ReactNode;
}) {
  if (row.kind === 'own' || !row.differs.has(value)) return children;
  return (
    <mark className={classes.differs}>
      {children}
      <span className="sr-only"> (differs)</span>
    </mark>
  );
}
