import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { Panel } from '../../../components/panel.tsx';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { provenanceOf } from '../../history/provenance/shown-value.ts';
import classes from './product-page.module.css';

/** Nothing where there is none, or it was not read. */
export function ProductDescription({ product }: { product: ProductDetail }) {
  const { description, past } = product;
  if (!description) return null;
  const origin = provenanceOf({ productId: product.id, variantId: null, attribute: 'description' });
  return (
    <Panel title="Description">
      <div className={classes.description} {...{ tabIndex: 0, role: 'group', 'aria-label': 'Description' }}>
        <PastValue
          past={past?.existed ? past : undefined}
          attribute="description"
          currency={product.store_currency}
          roomy
        >
          <div {...(past ? {} : origin)}>
            <RichText html={description} />
          </div>
        </PastValue>
      </div>
    </Panel>
  );
}
