import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { metafieldLabel, metafieldName, shownMetafield } from '@storefleet/contract/attributes/metafields';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { Absent } from '../../../components/text/absent.tsx';
import { Field, FieldList } from '../../../components/text/field-list.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { paths } from '../../../lib/paths.ts';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { provenanceOf } from '../../history/provenance/shown-value.ts';
import classes from './product-page.module.css';

export function ProductFacts({ product }: { product: ProductDetail }) {
  const { id: productId, past } = product;
  const told = (attribute: EditableAttribute, shown: ReactNode) => {
    if (past?.existed === true) {
      return (
        (shown || past.now[attribute] !== undefined) && (
          <PastValue past={past} attribute={attribute} currency={product.store_currency} roomy>
            {shown || <Absent what="value" />}
          </PastValue>
        )
      );
    }
    return shown && <span {...provenanceOf({ productId, variantId: null, attribute })}>{shown}</span>;
  };
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
      <Field label="Category">{told('category', product.category)}</Field>
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
      {product.media && (
        <Field label="Images and videos">{product.media.count === 0 ? null : product.media.count}</Field>
      )}
      {product.image_url && <Field label="Alt text">{product.media?.alt}</Field>}
      <Field label="Handle" code>
        {told('handle', product.handle)}
      </Field>
      <Field label="SEO title">{told('seo_title', product.seo_title)}</Field>
      <Field label="SEO description">{told('seo_description', product.seo_description)}</Field>
      {(product.metafield_definitions ?? [])
        .filter(({ owner }) => owner === 'product')
        .map((definition) => (
          <Field key={definition.key} label={metafieldLabel(definition)}>
            {told(
              metafieldName('product', definition.key),
              shownMetafield(definition, product.metafields?.[definition.key] ?? null),
            )}
          </Field>
        ))}
      <Field label="ID in the store" code>
        {product.shopify_product_id}
      </Field>
    </FieldList>
  );
}
