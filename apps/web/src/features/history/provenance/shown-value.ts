import type { EditableAttribute } from '@storefleet/contract/constants';

/** A value of a variant, or of a product itself. */
export type ValueAddress = { productId: string; variantId: string | null; attribute: EditableAttribute };

/** Says whose value an element shows: whoever hovers over it is told where that comes from. */
export const provenanceOf = ({ productId, variantId, attribute }: ValueAddress) => ({
  'data-shown-value': `${productId} ${variantId ?? ''} ${attribute}`,
});

/** The element around this one that shows a value, and whose that is. */
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

/** A field of the editor says itself whose attribute it is, and the form around it of which product. */
function findField(target: EventTarget | null): ReturnType<typeof findValue> {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  const productId = element?.closest<HTMLElement>('[data-product]')?.dataset.product;
  const [owner, attribute] = element?.dataset.field?.split(':') ?? [];
  if (!element || !productId || !owner || !attribute) return null;
  const variantId = owner === 'product' ? null : owner;
  return { element, value: { productId, variantId, attribute: attribute as EditableAttribute } };
}
