import type { ProductDetail } from '@storefleet/contract/catalogue/products';
import type { PRODUCT_ATTRIBUTES } from '@storefleet/contract/constants';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
import { Field, FieldList } from '../../../components/text/field-list.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { provenanceOf } from '../../history/provenance/shown-value.ts';
import classes from './product-page.module.css';

export function ProductFacts({ product }: { product: ProductDetail }) {
  const told = (attribute: (typeof PRODUCT_ATTRIBUTES)[number], shown: ReactNode) =>
    shown && <span {...provenanceOf({ productId: product.id, variantId: null, attribute })}>{shown}</span>;
  return (
    <FieldList>
      <Field label="Store">
        <TextLink to={paths.store} params={{ storeId: product.store_id }}>
          {product.store_name}
        </TextLink>
      </Field>
      <Field label="Status">{told('status', product.status && capitalised(product.status))}</Field>
      <Field label="Vendor">{told('vendor', product.vendor)}</Field>
      <Field label="Product type">{told('product_type', product.product_type)}</Field>
      <Field label="Tags">
        {product.tags.length > 0 && (
          <span className={classes.tags}>
            {product.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        )}
      </Field>
      <Field label="Variants">{formatQuantity(product.variants.length, 'variant')}</Field>
      <Field label="Handle" code>
        {product.handle}
      </Field>
      <Field label="ID in the store" code>
        {product.shopify_product_id}
      </Field>
      <Field label="Description">{product.description}</Field>
    </FieldList>
  );
}
