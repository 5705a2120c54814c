import { productUpdate } from '../mutations/product-update.ts';
import { productVariantsBulkUpdate } from '../mutations/variants-bulk-update.ts';
import { type Resolvers, requireScope } from './context.ts';

/** The mutations that write the catalogue, with the scope that each needs. */
export const catalogueMutations: Resolvers<unknown> = {
  productVariantsBulkUpdate: (_, args, context, { fieldName }) => {
    requireScope(context, fieldName, 'write_products');
    return productVariantsBulkUpdate(args, context);
  },
  productUpdate: (_, args, context, { fieldName }) => {
    requireScope(context, fieldName, 'write_products');
    return productUpdate(args, context);
  },
};
