import { z } from 'zod';
import { model } from '../api/model.ts';
import { EditableAttribute } from '../attributes/attribute-name.ts';

/** What can be edited in a store's products, and why the rest cannot. */
export const StoreEditing = model('StoreEditing', {
  read_only_because: z
    .string()
    .nullable()
    .describe('Why nothing can be changed, as a sentence; null if something can'),
  locked: z
    .partialRecord(EditableAttribute, z.string())
    .describe('Attributes that cannot be changed, with the reason for each'),
});
export type StoreEditing = z.infer<typeof StoreEditing>;
