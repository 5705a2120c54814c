import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { IconExternalLink, IconPackage, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { deferred } from '../../../components/deferred.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Picture } from '../../../components/picture/picture.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { AsOfButton } from '../../../features/as-of/components/as-of-button.tsx';
import { PastValue } from '../../../features/as-of/components/past-value.tsx';
import { readMoment } from '../../../features/as-of/moment.ts';
import { productQuery } from '../../../features/product-editor/api/queries.ts';
import { adminAddress } from '../../../features/product-page/admin-address.ts';
import { AtStorePanel } from '../../../features/product-page/components/at-store-panel.tsx';
import { ChannelsPanel } from '../../../features/product-page/components/channels-panel.tsx';
import { CollectionsPanel } from '../../../features/product-page/components/collections-panel.tsx';
import { Counterparts } from '../../../features/product-page/components/counterparts.tsx';
import { ProductDescription } from '../../../features/product-page/components/product-description.tsx';
import { ProductFacts } from '../../../features/product-page/components/product-facts.tsx';
import { ProductImages } from '../../../features/product-page/components/product-images.tsx';
import { RecentChanges } from '../../../features/product-page/components/recent-changes.tsx';
import { VariantsTable } from '../../../features/product-page/components/variants-table.tsx';
import { statusTone } from '../../../features/product-page/status.ts';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './product.module.css';

const ProductEditor = deferred(
  () => import('../../../features/product-editor/components/product-editor.tsx'),
  'ProductEditor',
);

const ProductAsOf = deferred(
  () => import('../../../features/product-page/components/product-as-of.tsx'),
  'ProductAsOf',
);

const route = getRouteApi('/guarded/layout/products/$productId');

const backLink = <BackLink to={paths.search}>Back to Search</BackLink>;

export function ProductScreen() {
  const { productId } = route.useParams();
  const asOf = readMoment(route.useSearch().as_of);
  const product = useQuery(productQuery(useApi(), productId, asOf));
  usePageTitle(product.data?.title ?? 'Product');
  if (product.data) {
    return (
      <>
        <ProductPage key={productId} product={product.data} asOf={asOf} />
        <OpenedEditor />
      </>
    );
  }
  if (isNotFound(product.error)) {
    return (
      <EmptyState
        level={1}
        icon={<IconPackage size={20} stroke={1.6} />}
        title="This product no longer exists"
        description="It was removed from the store, or the link is wrong."
        action={
          <ButtonLink to={paths.search} variant="default">
            Search for products
          </ButtonLink>
        }
      />
    );
  }
  if (product.error) {
    return (
      <QueryErrorState level={1} title="The product could not be read" query={product}>
        {asOf !== null && (
          <ButtonLink to={paths.product} params={{ productId }} variant="default">
            Show current values
          </ButtonLink>
        )}
      </QueryErrorState>
    );
  }
  return (
    <>
      <VisuallyHidden role="status">Loading product</VisuallyHidden>
      <PageHeader back={backLink} title={<Skeleton height={26} width={240} />} />
      <div className={classes.columns} aria-hidden>
        <Skeleton height={320} />
        <Skeleton height={220} />
      </div>
    </>
  );
}

function ProductPage({ product, asOf }: { product: ProductDetail; asOf: string | null }) {
  const existed = product.past?.existed ?? true;
  const navigate = route.useNavigate();
  const change = (moment: string | null) =>
    void navigate({ search: moment === null ? {} : { as_of: moment }, resetScroll: false });
  return (
    <>
      <PageHeader
        back={backLink}
        picture={
          product.media && <Picture url={product.image_url} size={72} alt={product.media.alt ?? ''} eager />
        }
        title={
          <PastValue
            past={existed ? product.past : undefined}
            attribute="title"
            currency={product.store_currency}
          >
            {product.title}
          </PastValue>
        }
        aside={
          product.status && (
            <StatusBadge tone={statusTone(product.status)}>{capitalised(product.status)}</StatusBadge>
          )
        }
        description={[product.store_name, product.vendor, product.product_type].filter(Boolean).join(' · ')}
        actions={
          <>
            <AsOfButton asOf={asOf} onChange={change} />
            {asOf === null && <Actions product={product} />}
          </>
        }
      />
      {asOf !== null && <ProductAsOf product={product} asOf={asOf} onLeave={() => change(null)} />}
      <div className={classes.work}>
        {existed && (
          <Panel title="Variants">
            <VariantsTable product={product} />
          </Panel>
        )}
        {existed && <ProductDescription product={product} />}
        {existed && <ProductImages product={product} isPast={asOf !== null} />}
        {asOf === null && <Counterparts product={product} />}
        <div className={classes.columns}>
          <RecentChanges product={product} />
          {asOf === null && <AtStorePanel product={product} />}
          {existed && <CollectionsPanel key={product.id} product={product} asOf={asOf} />}
          {existed && <ChannelsPanel key={`channels ${product.id}`} product={product} asOf={asOf} />}
          {existed && (
            <Panel title="Details">
              <ProductFacts product={product} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

function Actions({ product }: { product: ProductDetail }) {
  const store = useQuery(storeQuery(useApi(), product.store_id));
  const address = store.data ? adminAddress(store.data, product) : null;
  return (
    <>
      {address !== null && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={15} aria-hidden />}
        >
          Open in Shopify
        </Button>
      )}
      <ButtonLink
        to={paths.product}
        params={{ productId: product.id }}
        search={{ product: product.id }}
        resetScroll={false}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        Edit
      </ButtonLink>
    </>
  );
}

function OpenedEditor() {
  const { product } = route.useSearch();
  const navigate = route.useNavigate();
  if (!product) return null;
  return (
    <ProductEditor
      key={product}
      productId={product}
      onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })}
    />
  );
}
