import '@mantine/core/styles/Drawer.css';
import { Drawer, Skeleton, VisuallyHidden } from '@mantine/core';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Picture } from '../../../components/picture/picture.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { useFocusReturn } from '../../../lib/browser/use-focus-return.ts';
import { productQuery } from '../api/queries.ts';
import { EditorForm } from './editor-form.tsx';
import classes from './product-editor.module.css';

type Props = { productId: string; onClose: () => void };

/**
 * The editor of one product, above the screen that it was opened from. It is open while the address names the
 * product, so it can be linked to, reloaded, and closed with Back.
 */
export function ProductEditor({ productId, onClose }: Props) {
  const product = useQuery(productQuery(useApi(), productId));
  // Data loaded before may be from an earlier visit.
  const [openedAt] = useState(() => Date.now());
  const fresh = product.dataUpdatedAt >= openedAt ? product.data : undefined;
  const isGone = isNotFound(product.error);
  const content = useFocusReturn(true);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="74rem"
      returnFocus={false}
      // A class on `content` alone would also apply to its frame.
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={content}>
        {/* Mantine’s header element would be a second banner of the page. */}
        <div className={classes.header}>
          {fresh?.media && <Picture url={fresh.image_url} size={44} eager />}
          <div className={classes.heading}>
            <Drawer.Title className={classes.title}>
              {fresh ? fresh.title : <VisuallyHidden component="span">Product</VisuallyHidden>}
              {!fresh && !isGone && product.isPending && <Skeleton height={20} width={220} />}
              {isGone && 'Product not found'}
            </Drawer.Title>
            {fresh && <Facts product={fresh} />}
          </div>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        {fresh ? (
          <EditorForm
            key={productId}
            product={fresh}
            isLeft={(current, next) => current.product !== next.product}
          />
        ) : isGone ? (
          <EmptyState
            title="This product no longer exists"
            description="It was removed from the store, or the link is wrong."
          />
        ) : product.error && !product.isFetching ? (
          <QueryErrorState title="The product could not be read" query={product} />
        ) : (
          <EditorSkeleton />
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Facts({ product }: { product: ProductDetail }) {
  const [only, ...others] = product.variants;
  const isSingle = others.length === 0 && only?.title === DEFAULT_VARIANT_TITLE;
  return (
    <p className={classes.facts}>
      <span>{product.store_name}</span>
      {!isSingle && <span>{formatQuantity(product.variants.length, 'variant')}</span>}
      {product.handle && <span className="code">{product.handle}</span>}
    </p>
  );
}

function EditorSkeleton() {
  return (
    <div className={classes.skeleton}>
      <VisuallyHidden role="status">Loading product</VisuallyHidden>
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={220} />
    </div>
  );
}
