import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, Timestamp, Uuid } from '../../api/common.ts';
import { model } from '../../api/model.ts';
import { defineRoute } from '../../api/route.ts';
import { EditableAttribute } from '../../attributes/attribute-name.ts';
import { PRODUCT_PAGE_VARIANTS } from '../catalogue-constants.ts';
import { Variant } from './products.ts';

/** The variants of a product that a call is about, in the product's order. */
export const ProductVariantsQuery = z.object({
  offset: OffsetQuery,
  limit: limitQuery({ defaultLimit: PRODUCT_PAGE_VARIANTS, maxLimit: PRODUCT_PAGE_VARIANTS }),
});
export type ProductVariantsQuery = z.infer<typeof ProductVariantsQuery>;

/** A variant of another product, in any store, with the same SKU or barcode. */
export const Counterpart = model('Counterpart', {
  variant_id: Uuid.describe('The requested variant of the product'),
  shares: z.array(z.enum(['sku', 'barcode'])).min(1),
  product_id: Uuid,
  product_title: z.string(),
  status: z.string().nullable(),
  store_id: Uuid,
  store_name: z.string(),
  store_currency: z.string().describe('The currency its money is in'),
  variant: Variant,
});
export type Counterpart = z.infer<typeof Counterpart>;

export const CounterpartList = model('CounterpartList', {
  counterparts: z.array(Counterpart),
  more: z.boolean().describe('True if more products share a code than listed'),
});
export type CounterpartList = z.infer<typeof CounterpartList>;

const SourceValues = z
  .partialRecord(EditableAttribute, z.string().nullable())
  .describe('Money and weight as plain decimals, tags joined by `, `; null if empty');

/** The current values at the store, of editable attributes. */
export const ProductAtSource = model('ProductAtSource', {
  read_at: Timestamp,
  product: SourceValues.nullable().describe('Null if the store no longer has it'),
  variants: z.array(z.object({ variant_id: Uuid, values: SourceValues.nullable() })),
});
export type ProductAtSource = z.infer<typeof ProductAtSource>;

const params = z.object({ productId: idOf('product_not_found') });

export const productPageRoutes = {
  counterparts: defineRoute('products.counterparts', {
    summary: 'Variants of other products in any store with the same SKU or barcode',
    params,
    query: ProductVariantsQuery,
    response: CounterpartList,
  }),
  atSource: defineRoute('products.atSource', {
    summary: 'Read the current values of a product from its store; stores nothing',
    params,
    query: ProductVariantsQuery,
    response: ProductAtSource,
  }),
};
