import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';

type NamedItem = {
  readonly product_title: string | null;
  readonly variant_title: string | null;
  readonly store_name: string | null;
};

/** An item's name for people, such as `“Blue Hat / Red” (Atlas)`; null for one that never had a name. */
export function itemName({ product_title, variant_title, store_name }: NamedItem): string | null {
  if (product_title === null) return null;
  const variant =
    variant_title === null || variant_title === DEFAULT_VARIANT_TITLE ? '' : ` / ${variant_title}`;
  return `“${product_title}${variant}”${store_name === null ? '' : ` (${store_name})`}`;
}
