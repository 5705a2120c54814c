import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import {
  type AttributeValue,
  type AttributeValues,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';

type Stated = { readonly value: AttributeValue; readonly rowNumber: number; readonly isNew: boolean };

/** The product values on the rows of one product, which have to agree. */
export type ProductStatements = {
  readonly firstRow: number;
  readonly values: Map<EditableAttribute, Stated>;
  /** Why the product is not changed, or null. */
  refusal: string | null;
};

/** Adds a row's values. Returns a sentence if an earlier row has others; the product is then refused. */
export function addStatements(
  product: ProductStatements,
  rowNumber: number,
  values: ReadonlyMap<EditableAttribute, Omit<Stated, 'rowNumber'>>,
): string | null {
  for (const [attribute, stated] of values) {
    const earlier = product.values.get(attribute);
    if (earlier === undefined || valuesAreEqual(attribute, earlier.value, stated.value)) continue;
    const label = labelOf(attribute);
    product.refusal = `${label} belongs to the whole product, but row ${earlier.rowNumber} says ${show(earlier.value)} and row ${rowNumber} says ${show(stated.value)}. Write the same in both.`;
    return product.refusal;
  }
  for (const [attribute, stated] of values) {
    if (!product.values.has(attribute)) product.values.set(attribute, { ...stated, rowNumber });
  }
  return null;
}

/** The values that differ from our copy. */
export function newValues({ values }: ProductStatements): AttributeValues {
  const differing: AttributeValues = {};
  for (const [attribute, { value, isNew }] of values) if (isNew) differing[attribute] = value;
  return differing;
}

function show(value: AttributeValue): string {
  return value === null ? 'nothing' : `“${value}”`;
}
