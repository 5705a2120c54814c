import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { ProductDetail, ProductImage } from '@storefleet/contract/catalogue/products/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useProductEdit } from './use-product-edit.ts';

/** Ordering the images of a product and typing their alt texts, and saving that as one update. */
export function useImageEdit(product: ProductDetail) {
  const { images = [] } = product;
  const edit = useProductEdit<readonly ProductImage[], ProductDetail>('Images saved', product, {
    changesIn(edited, basedOn) {
      const change = changeOf(basedOn, edited);
      return { references: change === null ? [] : [change] };
    },
    rebase,
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

/** The order of now unless it was changed here, and for each image its own text if that was. */
function rebase(edited: readonly ProductImage[], from: ProductDetail, to: ProductDetail): ProductImage[] {
  const before = new Map(from.images?.map(({ id, alt }) => [id, alt]));
  const typed = new Map(edited.map(({ id, alt }) => [id, alt]));
  const images = (to.images ?? []).map((image) => {
    const alt = typed.get(image.id);
    return alt === undefined || alt === before.get(image.id) ? image : { ...image, alt };
  });
  const ids = edited.map(({ id }) => id);
  if (orderOf(ids) === (from.image_order || null)) return images;
  const placeOf = ({ id }: ProductImage) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return images.toSorted((one, other) => placeOf(one) - placeOf(other));
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
