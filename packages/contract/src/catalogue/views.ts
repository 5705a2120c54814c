import { z } from 'zod';
import { idOf, Outcome, requiredText, Timestamp } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { Person } from '../people/person.ts';
import { VIEW_ADDRESS_MAX_LENGTH, VIEW_NAME_MAX_LENGTH, VIEW_SCREENS } from './catalogue-constants.ts';

const ViewName = requiredText('Enter a name for the view.', VIEW_NAME_MAX_LENGTH).transform((name) =>
  name.replace(/\s+/g, ' '),
);

/** The query string of a screen's address, which only the screens interpret. */
const ViewAddress = z
  .record(z.string(), z.string({ error: 'Must be text.' }), { error: 'Must be parameters of an address.' })
  .refine((address) => JSON.stringify(address).length <= VIEW_ADDRESS_MAX_LENGTH, {
    error: 'This search is too long to be kept as a view.',
  });

const isShared = z
  .boolean({ error: 'Must be true or false.' })
  .describe('Whether every member sees it; only its owner can change it');

/** A saved search: terms, sort order and columns. */
export const SavedView = model('SavedView', {
  id: z.uuid(),
  name: z.string(),
  screen: z.enum(VIEW_SCREENS),
  address: z.record(z.string(), z.string()).describe('Search parameters of the screen’s URL'),
  is_shared: z.boolean(),
  is_mine: z.boolean().describe('Whether you own it and may change it'),
  owner: Person,
  is_pinned: z.boolean().describe('Whether you have pinned it'),
  version: z.int().min(1),
  updated_at: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewList = model('SavedViewList', {
  views: z.array(SavedView).describe('Your pinned views in their order, then the others by name'),
});
export type SavedViewList = z.infer<typeof SavedViewList>;

export const SavedViewCreate = model('SavedViewCreate', {
  name: ViewName,
  screen: z.enum(VIEW_SCREENS, { error: `screen must be one of: ${VIEW_SCREENS.join(', ')}.` }),
  address: ViewAddress,
  is_shared: isShared.default(false),
});
export type SavedViewCreate = z.infer<typeof SavedViewCreate>;

export const SavedViewUpdate = model('SavedViewUpdate', {
  version: z.int().min(1).describe('Version last read; 409 if another one has been saved since'),
  name: ViewName.optional(),
  address: ViewAddress.optional(),
  is_shared: isShared.optional(),
});
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;

export const ViewPin = model('ViewPin', {
  is_pinned: z.boolean({ error: 'Must be true or false.' }),
  before: z
    .uuid('Must be the id of a view.')
    .optional()
    .describe('The pinned view to insert it before. Default: last'),
});
export type ViewPin = z.infer<typeof ViewPin>;

const params = z.object({ id: idOf('view_not_found') });

export const viewRoutes = {
  list: defineRoute('views.list', {
    summary: 'Your own views and those shared by others',
    response: SavedViewList,
  }),
  get: defineRoute('views.get', { summary: 'Read a saved view', params, response: SavedView }),
  create: defineRoute('views.create', {
    summary: 'Save a view',
    description: 'Saving the same view again returns the existing one.',
    body: SavedViewCreate,
    response: SavedView,
    status: 201,
  }),
  update: defineRoute('views.update', {
    summary: 'Rename, share or change your own view',
    params,
    body: SavedViewUpdate,
    response: SavedView,
  }),
  delete: defineRoute('views.delete', {
    summary: 'Delete your own view',
    description: 'It can be restored for a day.',
    params,
    response: Outcome,
  }),
  restore: defineRoute('views.restore', {
    summary: 'Restore a deleted view',
    params,
    response: SavedView,
  }),
  pin: defineRoute('views.pin', {
    summary: 'Pin a view to your navigation, move it or unpin it',
    params,
    body: ViewPin,
    response: SavedViewList,
  }),
};
