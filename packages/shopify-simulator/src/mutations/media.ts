import { randomUUID } from 'node:crypto';
import type { Picture } from '../catalogue/model.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { inputsOf, refuseUnmodelled } from '../graphql/input.ts';
import { mediaOf } from '../pictures/picture-files.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToProduct } from './apply.ts';
import type { UserError } from './user-error.ts';

/**
 * The order and the alt texts of media. The codes are those of Shopify's schema, each with the words in which the
 * schema explains it.
 */

type ReorderPayload = {
  readonly job: { readonly id: string; readonly done: boolean } | null;
  readonly mediaUserErrors: readonly UserError[];
};

/**
 * "Moves are applied sequentially, so `newPosition` for each move is evaluated after all prior moves in the same list. If
 * `newPosition` is greater than or equal to the number of objects, the object is moved to the end of the set." (MoveInput)
 */
export function productReorderMedia({ id, moves }: Arguments, context: Context): ReorderPayload {
  const refused = (error: UserError): ReorderPayload => ({ job: null, mediaUserErrors: [error] });
  const parsed = parseGlobalId(String(id));
  const product = parsed?.type === 'Product' ? context.shop.catalogue.product(parsed.id) : null;
  if (product === null) {
    return refused({ field: ['id'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' });
  }
  const fault = context.refusal({ mutation: 'productReorderMedia', productId: product.id, variant: null });
  if (fault !== null) return refused({ field: fault.field ?? null, message: fault.message, code: 'INVALID' });
  const media: Picture[] = [...product.media];
  for (const [index, move] of inputsOf(moves).entries()) {
    const number = parseGlobalId(String(move.id))?.id;
    const at = media.findIndex((one) => one.id === number);
    const [moved] = at === -1 ? [] : media.splice(at, 1);
    if (moved === undefined) {
      const message = 'Media does not exist on the given product.';
      return refused({
        field: ['moves', String(index), 'id'],
        message,
        code: 'MEDIA_DOES_NOT_EXIST_ON_PRODUCT',
      });
    }
    media.splice(Number(move.newPosition), 0, moved);
  }
  applyToProduct(context, 'productReorderMedia', product, { media });
  return { job: { id: `gid://shopify/Job/${randomUUID()}`, done: false }, mediaUserErrors: [] };
}

/** "The alt value exceeds the maximum limit of 512 characters." (FilesErrorCode) */
const MAX_ALT = 512;

type UpdatePayload = { readonly files: readonly object[] | null; readonly userErrors: readonly UserError[] };

export function fileUpdate({ files }: Arguments, context: Context): UpdatePayload {
  const { catalogue } = context.shop;
  const userErrors: UserError[] = [];
  const found = inputsOf(files).flatMap((file, index) => {
    refuseUnmodelled('FileUpdateInput', file, ['id', 'alt']);
    const parsed = parseGlobalId(String(file.id));
    const product = parsed?.type === 'MediaImage' ? catalogue.productOfMedia(parsed.id) : null;
    const alt = String(file.alt ?? '');
    const refuse = (field: string, message: string, code: string) => {
      userErrors.push({ field: ['files', String(index), field], message, code });
      return [];
    };
    if (parsed === null || product === null) {
      return refuse('id', 'File does not exist.', 'FILE_DOES_NOT_EXIST');
    }
    const fault = context.refusal({ mutation: 'fileUpdate', productId: product.id, variant: null });
    if (fault !== null) return refuse('alt', fault.message, 'INVALID');
    if (alt.length > MAX_ALT) {
      const message = `The alt value exceeds the maximum limit of ${MAX_ALT} characters.`;
      return refuse('alt', message, 'ALT_VALUE_LIMIT_EXCEEDED');
    }
    return [{ productId: product.id, mediaId: parsed.id, alt }];
  });
  if (userErrors.length > 0) return { files: null, userErrors };
  const updated = found.flatMap(({ productId, mediaId, alt }) => {
    const product = catalogue.product(productId);
    if (product === null) return [];
    const media = product.media.map((one) => (one.id === mediaId ? { ...one, alt } : one));
    const changed = applyToProduct(context, 'fileUpdate', product, { media });
    return mediaOf(changed, context.shop).filter(({ number }) => number === mediaId);
  });
  return { files: updated, userErrors: [] };
}
