import { z } from 'zod';
import { basedOn, Outcome, optionalText, requiredText, secretInput, Timestamp } from './api/common.ts';
import { model } from './api/model.ts';
import { defineRoute } from './api/route.ts';
import { messages } from './messages.ts';

/** A setting; an encrypted value is write-only. */
export const Setting = model('Setting', {
  key: z.string(),
  value: z.string().nullable().describe('Null for an encrypted setting'),
  value_hint: z.string().nullable().describe('The last 4 characters of an encrypted value'),
  description: z.string().nullable(),
  is_encrypted: z.boolean(),
  updated_at: Timestamp,
});
export type Setting = z.infer<typeof Setting>;

const SettingKey = requiredText(messages.settings.keyMissing, 100).regex(/^(\w[\w.-]*)?$/, {
  error:
    'A setting key may hold letters, digits, dots, dashes and underscores, and starts with none of . and -.',
});

/** Keys with another meaning as an address or an object property. */
const reservedKeys: readonly string[] = ['as-dict', '__proto__'];

const NewSettingKey = SettingKey.refine((key) => !reservedKeys.includes(key), {
  error: 'This key cannot be used: choose another one.',
});

const SettingValue = z
  .string({ error: 'The value must be text.' })
  .max(10_000, { error: 'Must be at most 10000 characters long.' });

const isEncrypted = z.boolean({ error: 'Must be true or false.' });

export const SettingCreate = model('SettingCreate', {
  key: NewSettingKey,
  value: SettingValue,
  description: optionalText(1_000),
  is_encrypted: isEncrypted.default(false),
});
export type SettingCreate = z.infer<typeof SettingCreate>;

/** A blank value for a setting that stays encrypted keeps the current one. */
export const SettingUpdate = model('SettingUpdate', {
  value: SettingValue,
  is_encrypted: isEncrypted.optional(),
  description: optionalText(1_000),
  based_on: basedOn(Setting.pick({ value: true, value_hint: true, description: true, is_encrypted: true })),
});
export type SettingUpdate = z.infer<typeof SettingUpdate>;

export const SettingList = model('SettingList', {
  settings: z.array(Setting),
  total: z.int().min(0),
  default_callback_url: z.url().describe('Callback URL unless shopify_callback_url is set'),
});
export type SettingList = z.infer<typeof SettingList>;

export const SettingsDictionary = z
  .record(z.string(), z.string().nullable())
  .meta({ id: 'SettingsDictionary', description: 'Value by key; null for an encrypted setting' });
export type SettingsDictionary = z.infer<typeof SettingsDictionary>;

const callbackSentence = 'Callback URL must be a web address.';

/** The credentials of the Shopify app for connecting stores by OAuth. */
export const ShopifyAppCredentials = model('ShopifyAppCredentials', {
  api_key: requiredText('API key is required.'),
  api_secret: secretInput().describe('Blank keeps the current value'),
  callback_url: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: callbackSentence })], {
      error: callbackSentence,
    })
    .optional()
    .describe('Omit to keep the current value; blank removes it'),
  scopes: z
    .string({ error: 'Must be text.' })
    .trim()
    .max(2_000, { error: 'Must be at most 2000 characters long.' })
    .optional()
    .describe('Separated by commas. Omit to keep the current ones; blank removes them'),
  based_on: basedOn(z.object({ api_key: z.string(), callback_url: z.string(), scopes: z.string() })),
});
export type ShopifyAppCredentials = z.infer<typeof ShopifyAppCredentials>;

const params = z.object({ key: SettingKey });

export const settingRoutes = {
  list: defineRoute('settings.list', { summary: 'List settings', response: SettingList }),
  asDict: defineRoute('settings.asDict', {
    summary: 'All settings as one object',
    response: SettingsDictionary,
  }),
  get: defineRoute('settings.get', { summary: 'Read a setting', params, response: Setting }),
  create: defineRoute('settings.create', {
    summary: 'Add a setting',
    body: SettingCreate,
    response: Setting,
    status: 201,
  }),
  update: defineRoute('settings.update', {
    summary: 'Change a setting',
    params,
    body: SettingUpdate,
    response: Setting,
  }),
  delete: defineRoute('settings.delete', { summary: 'Delete a setting', params, response: Outcome }),
  saveShopify: defineRoute('settings.saveShopify', {
    summary: 'Save the credentials of the Shopify app',
    body: ShopifyAppCredentials,
    response: Outcome,
  }),
};
