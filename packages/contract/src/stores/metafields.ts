import { z } from 'zod';
import { StoreParams } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { MetafieldName } from '../attributes/attribute-name.ts';
import { METAFIELD_OWNERS, METAFIELDS_READ } from '../attributes/metafields.ts';

/** Which metafields of a shop are read with its products. */

/** A shop's metafield definition. */
export const Metafield = model('Metafield', {
  owner: z.enum(METAFIELD_OWNERS),
  key: z.string().describe('namespace.key'),
  name: z.string(),
  type: z.string().describe('As Shopify calls it, such as number_integer'),
  validations: z.record(z.string(), z.string()).describe('As Shopify says them: lists are JSON texts'),
  pinned_position: z.int().nullable().describe('Its place among those that Shopify shows first'),
  is_deleted: z
    .boolean()
    .optional()
    .describe('True where the shop has deleted the definition; values that remain are still read'),
});
export type Metafield = z.infer<typeof Metafield>;

export const StoreMetafields = model('StoreMetafields', {
  definitions: z.array(
    Metafield.extend({
      is_read: z.boolean(),
      points: z.int().min(0).describe('What it adds to a page of 50 products; an export costs nothing'),
    }),
  ),
  unavailable_because: z.string().nullable().describe('Why the shop did not tell its definitions just now'),
});
export type StoreMetafields = z.infer<typeof StoreMetafields>;

export const ReadMetafields = z
  .object({
    names: z
      .array(MetafieldName)
      .max(2 * METAFIELDS_READ)
      .describe('Those that are to be read, such as product.metafields.custom.material'),
  })
  .refine(
    ({ names }) =>
      METAFIELD_OWNERS.every(
        (owner) => names.filter((name) => name.startsWith(`${owner}.`)).length <= METAFIELDS_READ,
      ),
    {
      path: ['names'],
      error: `At most ${METAFIELDS_READ} metafields of products and ${METAFIELDS_READ} of variants can be read.`,
    },
  )
  .meta({ id: 'ReadMetafields' });
export type ReadMetafields = z.infer<typeof ReadMetafields>;

export const metafieldRoutes = {
  list: defineRoute('stores.metafields', {
    summary: 'The metafields that a shop defines, and which of them are read',
    params: StoreParams,
    response: StoreMetafields,
  }),
  read: defineRoute('stores.readMetafields', {
    summary: 'Choose which metafields of a shop are read',
    description: 'The next sync reads their values.',
    params: StoreParams,
    body: ReadMetafields,
    response: StoreMetafields,
  }),
};
