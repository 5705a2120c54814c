import { Button } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import { metafieldName } from '@storefleet/contract/attributes/metafields';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Product, Variant } from '@storefleet/contract/catalogue/products/products';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconPackage } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { textOfHtml } from '../../../lib/format/html-text.ts';
import { paths } from '../../../lib/paths.ts';
import { storeProductsQuery } from '../api/queries.ts';
import classes from './store-products.module.css';

type Row = { product: Product; variant: Variant; isFirst: boolean };

/** The columns, with amounts in a currency. */
function columnsIn(currency: string): Column<Row>[] {
  return [
    { id: 'name', label: 'Name', cell: (row) => <Name {...row} /> },
    {
      id: 'sku',
      label: 'SKU',
      look: 'code',
      cardLabel: 'SKU',
      cell: ({ variant }) => variant.sku,
    },
    {
      id: 'barcode',
      label: 'Barcode',
      look: 'code',
      cardLabel: 'Barcode',
      cell: ({ variant }) => variant.barcode,
    },
    amountColumn('price', 'Price', currency),
    amountColumn('cost', 'Cost', currency),
    {
      id: 'actions',
      label: 'Actions',
      hideLabel: true,
      cell: ({ product, isFirst }) => isFirst && <EditLink product={product} />,
    },
  ];
}

function amountColumn(id: 'price' | 'cost', label: string, currency: string): Column<Row> {
  return {
    id,
    label,
    align: 'end',
    look: 'number',
    cardLabel: label,
    cell: ({ variant }) => variant[id] && formatMoney(variant[id], currency),
  };
}

const cards = {
  areas: '"name actions" "sku barcode" "price cost"',
  columns: 'minmax(0, 1fr) minmax(0, 1.15fr)',
};

/** A store's products in the catalogue, loaded on request. */
export function StoreProducts({ store }: { store: Store }) {
  const [opened, setOpened] = useState(false);
  return (
    <Panel
      title="Products"
      description={`${formatQuantity(store.products_count, 'product')} stored`}
      actions={
        <>
          <ButtonLink
            to={paths.paginationTest}
            params={{ storeId: store.id }}
            variant="default"
            color="gray"
            size="xs"
          >
            Pagination Test
          </ButtonLink>
          {!opened && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPackage size={14} aria-hidden />}
              onClick={() => setOpened(true)}
            >
              View Products
            </Button>
          )}
        </>
      }
    >
      {opened && <ProductList store={store} />}
    </Panel>
  );
}

function ProductList({ store }: { store: Store }) {
  const query = useInfiniteQuery(storeProductsQuery(useApi(), store.id));
  const currency = store.store_currency ?? DEFAULT_CURRENCY;
  const columns = useMemo(() => columnsIn(currency), [currency]);
  const table = (rows: readonly Row[] | undefined) => (
    <DataTable
      label="Products of this store"
      loading={messages.storeDetail.loadingProducts}
      place="region"
      fitted
      className={classes.table}
      columns={columns}
      rows={rows}
      keyOf={({ variant }) => variant.id}
      cards={cards}
    />
  );
  if (query.isPending) return table(undefined);
  if (!query.data) {
    return <QueryErrorBanner title={messages.storeDetail.loadAllFailed} query={query} />;
  }
  const { pages } = query.data;
  const products = pages.flatMap((page) => page.products);
  if (products.length === 0) return <p className={classes.empty}>{messages.storeDetail.noProducts}</p>;
  const first = pages[0]?.pagination.offset ?? 0;
  const total = pages.at(-1)?.pagination.total ?? products.length;
  return (
    <>
      {table(products.flatMap(rowsOf))}
      {(query.isFetchNextPageError || query.isFetchPreviousPageError) && (
        <div className={classes.trouble}>
          <FailureBanner title={messages.storeDetail.loadMoreFailed} error={query.error} />
        </div>
      )}
      <div className={classes.more}>
        <Button
          variant="default"
          size="xs"
          disabled={!query.hasPreviousPage}
          loading={query.isFetchingPreviousPage}
          onClick={() => void query.fetchPreviousPage()}
        >
          Previous
        </Button>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load More
          </Button>
        )}
        <p role="status" className="tabular">
          {query.hasNextPage || first > 0
            ? `${formatCount(first + 1)}–${formatCount(first + products.length)} of ${formatQuantity(total, 'product')}`
            : messages.storeDetail.allLoaded(products.length)}
          {!query.hasNextPage && first > 0 && ` · ${messages.storeDetail.allLoaded(total)}`}
        </p>
      </div>
    </>
  );
}

function rowsOf(product: Product): Row[] {
  return product.variants.map((variant, index) => ({ product, variant, isFirst: index === 0 }));
}

function Name({ product, variant, isFirst }: Row) {
  return (
    <>
      {isFirst && <span className={classes.title}>{product.title}</span>}
      {isFirst && product.description && (
        <span className={classes.productText}>{textOfHtml(product.description)}</span>
      )}
      {variant.title !== DEFAULT_VARIANT_TITLE && <span className={classes.variant}>{variant.title}</span>}
      <OwnAttributes values={variant.metafields} />
    </>
  );
}

function EditLink({ product }: { product: Product }) {
  return (
    <TextLink
      to={paths.store}
      params={{ storeId: product.store_id }}
      search={{ product: product.id }}
      resetScroll={false}
      aria-label={`Edit ${product.title}`}
    >
      Edit
    </TextLink>
  );
}

/** A variant's metafields or custom fields with a value. */
function OwnAttributes({ values = {} }: { values: Variant['metafields'] }) {
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  if (filled.length === 0) return null;
  return (
    <dl className={classes.custom}>
      {filled.map(([key, value]) => (
        <div key={key}>
          <dt>{labelOf(metafieldName('variant', key))}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
