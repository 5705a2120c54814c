import { z } from 'zod';
import { optionalText, secretInput, Uuid } from '../api/common.ts';
import { sent } from '../api/conditions.ts';
import { model } from '../api/model.ts';
import { DEFAULT_API_VERSION, DEFAULT_CONNECTION_METHOD } from '../constants.ts';
import { messages } from '../messages.ts';
import { ApiVersion, ConnectionMethod, credentialRules, requireCredentials } from './store-fields.ts';

/**
 * With `store_id`, a blank secret is the stored one, which is used only if `shop_url` is that store's own
 * address.
 */
export const ConnectionTest = z
  .object({
    shop_url: z.string({ error: messages.stores.connectionTestFieldsMissing }).trim().max(255).min(1, {
      error: messages.stores.connectionTestFieldsMissing,
    }),
    connection_method: ConnectionMethod.default(DEFAULT_CONNECTION_METHOD),
    access_token: secretInput(),
    client_id: optionalText(),
    client_secret: secretInput(),
    api_version: ApiVersion.default(DEFAULT_API_VERSION),
    store_id: Uuid.optional(),
  })
  .superRefine((test, context) => {
    if (test.store_id !== undefined) return;
    if (test.connection_method === 'admin_api_token' && !test.access_token) {
      context.addIssue({
        code: 'custom',
        path: ['access_token'],
        message: messages.stores.connectionTestFieldsMissing,
      });
    } else {
      requireCredentials(test, context);
    }
  })
  .meta({ id: 'ConnectionTest', anyOf: [sent('store_id'), { allOf: credentialRules }] });
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const ShopData = model('ShopData', {
  name: z.string(),
  email: z.string().nullable(),
  domain: z.string(),
  country: z.string().nullable(),
  plan_name: z.string().nullable(),
  currency: z.string().nullable(),
  timezone: z.string().nullable(),
});

/** The status is 200 whether or not the shop accepted the connection; `success` says which. */
export const ConnectionTestResult = model('ConnectionTestResult', {
  success: z.boolean(),
  message: z.string(),
  error: z.string().nullable(),
  shop_data: ShopData.nullable(),
  api_version_served: z
    .string()
    .nullable()
    .describe('The API version the shop served, which may be newer than the requested one'),
  granted_scopes: z.array(z.string()).describe('Scopes of the token'),
  missing_scopes: z.array(z.string()),
  products_count: z.int().min(0).nullable().describe('Products in the shop, if reported'),
  variants_count: z.int().min(0).nullable().describe('Variants in the shop, if reported'),
  notices: z.array(z.string()),
});
export type ConnectionTestResult = z.infer<typeof ConnectionTestResult>;

export const GraphqlConnectionTestResult = model('GraphqlConnectionTestResult', {
  success: z.boolean(),
  message: z.string(),
  data: z.object({ name: z.string() }).nullable(),
  error: z.string().nullable(),
  detail: z.string().nullable(),
});
export type GraphqlConnectionTestResult = z.infer<typeof GraphqlConnectionTestResult>;
