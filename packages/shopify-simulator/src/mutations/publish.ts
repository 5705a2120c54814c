import type { Product } from '../catalogue/model.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { inputsOf } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { logWrite } from './apply.ts';
import type { UserError } from './user-error.ts';

type Payload = { publishable: Product | null; userErrors: readonly UserError[] };

/**
 * `publishablePublish` and `publishableUnpublish` of a product, at once. A publication that does not exist, and what
 * moves a product's `updatedAt`, are chosen: an error, and nothing.
 */
export function setPublished(mutation: string, isPublished: boolean) {
  return ({ id, input }: Arguments, context: Context): Payload => {
    const { shop, refusal } = context;
    const gid = parseGlobalId(String(id));
    if (gid !== null && gid.type !== 'Product') throw new NotModelled(`${mutation} of ${gid.type}`);
    const product = gid && shop.catalogue.product(gid.id);
    if (!product) {
      return { publishable: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] };
    }
    const entries = inputsOf(input);
    if (entries.some((entry) => 'channelId' in entry || 'publishDate' in entry)) {
      throw new NotModelled('publishing to a channel, or later');
    }
    const channels = entries.map((entry) =>
      shop.channels.find(parseGlobalId(String(entry.publicationId))?.id ?? 0),
    );
    const errors: UserError[] = channels.flatMap((channel, index) =>
      channel === null
        ? [
            {
              field: ['input', String(index), 'publicationId'],
              message: 'Publication does not exist or is not publishable',
            },
          ]
        : [],
    );
    const refused = refusal({ mutation, productId: product.id, variant: null });
    if (refused !== null) errors.push({ field: refused.field ?? null, message: refused.message });
    if (errors.length > 0) return { publishable: product, userErrors: errors };
    for (const channel of channels) {
      if (channel === null) continue;
      const before = shop.channels.shows(channel, product);
      const target = { mutation, productId: product.id, variantId: null };
      logWrite(context, target, { attribute: `channel.${channel.name}`, before, value: isPublished });
      shop.channels.put(channel, product.id, isPublished);
    }
    shop.catalogue.touch(product.id, { isOwn: false });
    return { publishable: product, userErrors: [] };
  };
}
