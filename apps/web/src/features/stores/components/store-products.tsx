import { Button, Skeleton, Stack, Table, VisuallyHidden } from '@mantine/core';
import { DEFAULT_CURRENCY, DEFAULT_VARIANT_TITLE } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Product, Variant } from '@storefleet/contract/products';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import type { Store } from '@storefleet/contract/stores';
import { IconPackage } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../app/paths.ts';
import { Banner } from '../../../components/banner.tsx';
import { ButtonLink, TextLink } from '../../../components/links.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { formatMoney } from '../../../lib/format-money.ts';
import { storeProductsQuery } from '../api/list-store-products.ts';
import classes from './store-products.module.css';

/** A region that scrolls must be within reach of the keyboard. */
const scrollRegion = { 'aria-label': 'Products of this store', tabIndex: 0 };

/** What is stored of a store's products; loaded when asked for. */
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
  if (query.isPending) {
    return (
      <Stack gap="xs">
        <VisuallyHidden role="status">{messages.storeDetail.loadingProducts}</VisuallyHidden>
        {['a', 'b', 'c', 'd'].map((row) => (
          <Skeleton key={row} height={22} />
        ))}
      </Stack>
    );
  }
  if (!query.data) {
    return (
      <Banner tone="danger" title={messages.storeDetail.loadAllFailed}>
        {describeError(query.error)}{' '}
        <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Banner>
    );
  }
  const { pages } = query.data;
  const products = pages.flatMap((page) => page.products);
  if (products.length === 0) return <p className={classes.empty}>{messages.storeDetail.noProducts}</p>;
  const first = pages[0]?.pagination.offset ?? 0;
  const total = pages.at(-1)?.pagination.total ?? products.length;
  return (
    <>
      <section className={classes.scroll} {...scrollRegion}>
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>SKU</Table.Th>
              <Table.Th>Barcode</Table.Th>
              <Table.Th className={classes.number}>Price</Table.Th>
              <Table.Th className={classes.number}>Cost</Table.Th>
              <Table.Th className={classes.edit}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map((product) => (
              <ProductRows
                key={product.id}
                product={product}
                currency={store.store_currency ?? DEFAULT_CURRENCY}
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {(query.isFetchNextPageError || query.isFetchPreviousPageError) && (
        <div className={classes.trouble}>
          <Banner tone="danger" title={messages.storeDetail.loadMoreFailed}>
            {describeError(query.error)}
          </Banner>
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

function ProductRows({ product, currency }: { product: Product; currency: string }) {
  return product.variants.map((variant, index) => (
    <Table.Tr key={variant.id}>
      <Table.Td>
        {index === 0 && <span className={classes.title}>{product.title}</span>}
        {index === 0 && product.description && (
          <span className={classes.productText}>{product.description}</span>
        )}
        {variant.title !== DEFAULT_VARIANT_TITLE && <span className={classes.variant}>{variant.title}</span>}
        <CustomFields fields={variant.custom_fields} />
      </Table.Td>
      <Table.Td className="code" data-label="SKU">
        {variant.sku}
      </Table.Td>
      <Table.Td className="code" data-label="Barcode">
        {variant.barcode}
      </Table.Td>
      <Table.Td className={classes.number} data-label="Price">
        {variant.price && formatMoney(variant.price, currency)}
      </Table.Td>
      <Table.Td className={classes.number} data-label="Cost">
        {variant.cost && formatMoney(variant.cost, currency)}
      </Table.Td>
      <Table.Td className={classes.edit}>
        {index === 0 && (
          <TextLink
            to={paths.store}
            params={{ storeId: product.store_id }}
            search={{ product: product.id }}
            resetScroll={false}
            aria-label={`Edit ${product.title}`}
          >
            Edit
          </TextLink>
        )}
      </Table.Td>
    </Table.Tr>
  ));
}

/** What a table has beyond the fields of the catalogue; one without a value is left out. */
function CustomFields({ fields = {} }: { fields: Variant['custom_fields'] }) {
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  if (filled.length === 0) return null;
  return (
    <dl className={classes.custom}>
      {filled.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
