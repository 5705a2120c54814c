import type { Arguments, Context } from '../graphql/context.ts';
import { resourceNotFound } from '../graphql/errors.ts';
import type { InventoryItem } from '../graphql/product-fields.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToVariants } from './apply.ts';
import { inputOf } from './input.ts';
import {
  harmonizedSystemCodeRule,
  type InventoryItemProblem,
  readInventoryItem,
} from './inventory-item-input.ts';
import { moneyRefusals } from './money.ts';
import { TOO_LONG, type UserError } from './user-error.ts';

const NAME = 'inventoryItemUpdate';

type Payload = { readonly inventoryItem: InventoryItem | null; readonly userErrors: readonly UserError[] };

/** The words differ from those that the same input gets inside a variant. */
export function inventoryItemUpdate(args: Arguments, context: Context): Payload {
  const { catalogue } = context.shop;
  const parsed = parseGlobalId(String(args.id));
  if (parsed?.type !== 'InventoryItem') throw resourceNotFound(String(args.id));
  const found = catalogue.variantOfItem(parsed.id);
  if (found === null) {
    const message = "The product couldn't be updated because it does not exist.";
    return { inventoryItem: null, userErrors: [{ field: ['id'], message }] };
  }
  const { product, variant } = found;
  const { changes, problems } = readInventoryItem(inputOf(args.input));
  const userErrors = problems.map(told);
  const refused = context.refusal({ mutation: NAME, productId: product.id, variant });
  if (refused !== null) userErrors.push({ field: refused.field ?? null, message: refused.message });
  // Recorded 2026-05-06 (inventory-item-update-validation): a refusal shows no item.
  if (userErrors.length > 0) return { inventoryItem: null, userErrors };
  applyToVariants(context, NAME, product, [{ id: variant.id, changes }]);
  const item = catalogue.variant(variant.id);
  return { inventoryItem: item === null ? null : { item }, userErrors };
}

function told(problem: InventoryItemProblem): UserError {
  switch (problem.field) {
    case 'cost':
      return { field: ['input', 'cost'], message: `Cost ${moneyRefusals[problem.kind].message}` };
    case 'sku':
      return { field: ['input', 'sku'], message: `Sku ${TOO_LONG}` };
    case 'harmonizedSystemCode':
      return { field: ['input', 'harmonizedSystemCode'], message: harmonizedSystemCodeRule };
    case 'weight':
      return { field: ['input', 'measurement', 'weight'], message: problem.message };
  }
}
