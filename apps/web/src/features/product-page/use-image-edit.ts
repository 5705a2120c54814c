import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { ProductDetail, ProductImage } from '@storefleet/contract/catalogue/products/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useProductEdit } from './use-product-edit.ts';

/** Ordering the images of a product and typing their alt texts, and saving that as one update. */
export function useImageEdit(product: ProductDetail) {
  const { images = [] } = product;
  const edit = useProductEdit<readonly ProductImage[]>('Images saved', (edited) => {
    const change = changeOf(product, edited);
    return { references: change === null ? [] : [change] };
  });
  return {
    ...edit,
    open: () => edit.open(images),
    describe: (id: string, alt: string) =>
      edit.change((now) => now.map((image) => (image.id === id ? { ...image, alt } : image))),
    move: (place: number, by: 1 | -1) =>
      edit.change((now) => {
        const moved = now[place];
        return moved ? now.toSpliced(place, 1).toSpliced(place + by, 0, moved) : now;
      }),
  };
}

const textsOf = (images: readonly ProductImage[]) =>
  altsAsText(Object.fromEntries(images.map(({ id, alt }) => [id, alt.trim()])));

/** Null where nothing differs. */
function changeOf(product: ProductDetail, edited: readonly ProductImage[]): ProductReference | null {
  const order = orderOf(edited.map(({ id }) => id));
  const texts = textsOf(edited);
  const heldTexts = product.image_alts || null;
  const isMoved = order !== (product.image_order || null);
  const isDescribed = texts !== heldTexts;
  if (!isMoved && !isDescribed) return null;
  return {
    store_id: product.store_id,
    id: product.id,
    shopify_id: product.shopify_id,
    based_on: {
      ...(isMoved ? { image_order: product.image_order || null } : {}),
      ...(isDescribed ? { image_alts: heldTexts } : {}),
    },
    attributes_to_set: {
      ...(isMoved ? { image_order: order ?? undefined } : {}),
      ...(isDescribed ? { image_alts: texts } : {}),
    },
  };
}
