import { Button, VisuallyHidden } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import { PRODUCT_PAGE_VARIANTS } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductAtSource } from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Arrow } from '../../../components/text/arrow.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeValue } from '../../../lib/format/format-value.ts';
import { useDefinitions } from '../../metafields/use-definitions.ts';
import { useCurrency } from '../../stores/use-currency.ts';
import { atSourceQuery } from '../api/queries.ts';
import { compareWithStore, type Difference } from '../source-differences.ts';
import classes from './product-page.module.css';

/** The current values at the store, and where our copy differs. */
export function AtStorePanel({ product }: { product: ProductDetail }) {
  const query = useQuery(atSourceQuery(useApi(), product.id));
  return (
    <Panel
      title="In the store now"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.data ? 'Check again' : 'Check'}
        </Button>
      }
    >
      {query.error && !query.isFetching && (
        <QueryErrorBanner title="The store did not report its value." query={query} />
      )}
      {!query.data && !query.error && (
        <p className={classes.none}>
          Reads the values from {product.store_name} itself and compares them with this copy.
        </p>
      )}
      {query.data && <Answer product={product} answer={query.data} />}
    </Panel>
  );
}

function Answer({ product, answer }: { product: ProductDetail; answer: ProductAtSource }) {
  const { differences, gone } = compareWithStore(product, answer);
  const readAt = <RelativeTime value={answer.read_at} />;
  if (answer.product === null) {
    return <Banner tone="warning" title={`${product.store_name} no longer has this product.`} />;
  }
  return (
    <div className={classes.answer}>
      <p className={classes.none} role="status">
        {differences.length + gone.length === 0
          ? 'The store has the same values.'
          : `${formatQuantity(differences.length + gone.length, 'difference')} found. The next sync brings them here.`}{' '}
        Read {readAt}.
      </p>
      {differences.length > 0 && (
        <dl className={classes.differences}>
          {differences.map((difference) => (
            <DifferenceRow key={difference.key} difference={difference} product={product} />
          ))}
        </dl>
      )}
      {gone.length > 0 && <p>No longer in the store: {gone.join(', ')}.</p>}
      {product.variants.length > PRODUCT_PAGE_VARIANTS && (
        <p className={classes.note}>Compared: the first {formatCount(PRODUCT_PAGE_VARIANTS)} variants.</p>
      )}
      <details className={classes.raw}>
        <summary>Values as the store sends them</summary>
        <pre>{JSON.stringify(rawValues(product, answer), null, 2)}</pre>
      </details>
    </div>
  );
}

function DifferenceRow({ difference, product }: { difference: Difference; product: ProductDetail }) {
  const { attribute, of, here, inStore } = difference;
  const currency = useCurrency()(product, attribute);
  const definitionOf = useDefinitions()([product.store_id]);
  const shown = (value: string | null, beside: string | null) =>
    describeValue(attribute, value, currency, beside, definitionOf);
  return (
    <div>
      <dt>
        {labelOf(attribute, definitionOf)}
        {of && <span className={classes.of}> of {of}</span>}
      </dt>
      <dd>
        <VisuallyHidden>Here </VisuallyHidden>
        {shown(here, inStore)} <Arrow /> <VisuallyHidden>in the store </VisuallyHidden>
        <strong>{shown(inStore, here)}</strong>
      </dd>
    </div>
  );
}

function rawValues({ shopify_id, variants }: ProductDetail, answer: ProductAtSource) {
  const ids = new Map(variants.map((variant) => [variant.id, variant.shopify_id]));
  return {
    id: shopify_id,
    ...answer.product,
    variants: answer.variants.map(({ variant_id, values }) => ({ id: ids.get(variant_id), ...values })),
  };
}
