import { type EditableAttribute, inOrder } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { ProductAtSource } from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import {
  type AttributeValue,
  attributesOf,
  canonicalValue,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { heldValue, type Owner } from '../product-editor/fields.ts';

/** A value that differs between the store and our copy. */
export type Difference = {
  readonly key: string;
  /** The variant's title; null for the product's own, and for the only variant. */
  readonly of: string | null;
  readonly attribute: EditableAttribute;
  readonly here: AttributeValue;
  readonly inStore: AttributeValue;
};

type Comparison = { readonly differences: readonly Difference[]; readonly gone: readonly string[] };

/** Differences between our copy and the store's answer, and variants gone from the store. */
export function compareWithStore(product: ProductDetail, answer: ProductAtSource): Comparison {
  const titles = new Map(product.variants.map(({ id, title }) => [id, title]));
  const differences = (
    owner: Owner,
    of: string | null,
    held: Partial<Record<EditableAttribute, AttributeValue>>,
  ) =>
    inOrder(attributesOf(held)).flatMap((attribute): Difference[] => {
      const inStore = held[attribute];
      const here = heldValue(product, { owner, attribute });
      if (inStore === undefined || here === undefined || valuesAreEqual(attribute, here, inStore)) return [];
      return [
        { key: `${owner}:${attribute}`, of, attribute, here, inStore: canonicalValue(attribute, inStore) },
      ];
    });
  return {
    differences: [
      ...(answer.product ? differences('product', null, answer.product) : []),
      ...answer.variants.flatMap(({ variant_id, values }) => {
        const title = titles.get(variant_id);
        if (!values || title === undefined) return [];
        return differences(variant_id, title === DEFAULT_VARIANT_TITLE ? null : title, values);
      }),
    ],
    gone: answer.variants.flatMap(({ variant_id, values }) =>
      values === null ? (titles.get(variant_id) ?? []) : [],
    ),
  };
}
