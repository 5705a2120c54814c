import { z } from 'zod';
import { EDITABLE_ATTRIBUTES } from './attributes.ts';
import { METAFIELD_OWNERS } from './metafields.ts';

/** `product.metafields.custom.material` */
export const MetafieldName = z.templateLiteral([
  z.enum(METAFIELD_OWNERS),
  '.metafields.',
  z.string().regex(/^[^.\s]+\.[^.\s]+$/),
]);

/** An attribute that can be edited: one that every store has, or a metafield of a shop. */
export const EditableAttribute = z.union([z.enum(EDITABLE_ATTRIBUTES), MetafieldName]);
