import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';

export type ValueAddress = { productId: string; variantId: string | null; attribute: EditableAttribute };

/** Marks an element with the value it shows, for the provenance popover. */
export const provenanceOf = ({ productId, variantId, attribute }: ValueAddress) => ({
  'data-shown-value': `${productId} ${variantId ?? ''} ${attribute}`,
});

/** The closest element that shows a value, and which value it is. */
export function findValue(target: EventTarget | null): { element: HTMLElement; value: ValueAddress } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-shown-value]') : null;
  const [productId, variantId, attribute] = element?.dataset.shownValue?.split(' ') ?? [];
  if (!element) return findField(target);
  if (!productId || !attribute) return null;
  return {
    element,
    value: { productId, variantId: variantId || null, attribute: attribute as EditableAttribute },
  };
}

/** Editor fields declare their attribute, and the surrounding form the product. */
function findField(target: EventTarget | null): ReturnType<typeof findValue> {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  const productId = element?.closest<HTMLElement>('[data-product]')?.dataset.product;
  const [owner, attribute] = element?.dataset.field?.split(':') ?? [];
  if (!element || !productId || !owner || !attribute) return null;
  const variantId = owner === 'product' ? null : owner;
  return { element, value: { productId, variantId, attribute: attribute as EditableAttribute } };
}
