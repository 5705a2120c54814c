import { z } from 'zod';
import { OptionalEmailAddress, optionalText, requiredText, secretInput, Tags } from '../api/common.ts';
import { filledIn, rule } from '../api/conditions.ts';
import { CONNECTION_METHODS, STORE_STATUSES, STORE_TYPES } from '../constants.ts';

export const StoreStatus = z.enum(STORE_STATUSES, { error: 'Must be active, inactive or archived.' });
export const StoreType = z.enum(STORE_TYPES, { error: 'Must be shopify, development, test or mssql.' });
export const ConnectionMethod = z.enum(CONNECTION_METHODS, {
  error: 'Must be admin_api_token, oauth or client_credentials.',
});

export const ApiVersion = z
  .string({ error: 'API version is required.' })
  .trim()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'API version must look like 2026-10.' });

export const MssqlPort = z.coerce
  .number<number | string>({ error: 'Port must be a number from 1 to 65535.' })
  .int({ error: 'Port must be a number from 1 to 65535.' })
  .min(1, { error: 'Port must be a number from 1 to 65535.' })
  .max(65_535, { error: 'Port must be a number from 1 to 65535.' });

export const ShopName = requiredText('Store name is required.');
export const ShopUrl = requiredText('Store URL is required.');

const currencySentence = 'Currency must be a code of three letters, such as USD.';

/** The fields that every kind of store shares; all optional. */
export const storeDetailFields = {
  description: optionalText(2_000),
  store_status: StoreStatus.optional(),
  store_country: optionalText(),
  store_currency: z
    .string({ error: currencySentence })
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{3})?$/, { error: currencySentence })
    .nullable()
    .transform((code) => (code === '' ? null : code))
    .optional(),
  store_timezone: optionalText(),
  store_owner: optionalText(),
  store_email: OptionalEmailAddress,
  store_phone: optionalText(50),
  store_address: optionalText(500),
  store_city: optionalText(),
  store_zip: optionalText(50),
  store_province: optionalText(),
  store_country_code: optionalText(10),
  notes: optionalText(10_000),
  tags: Tags.optional(),
};

/** How a platform store is connected; a blank secret keeps the current one. */
export const connectionFields = {
  admin_api_token_name: optionalText(),
  access_token: secretInput(),
  client_id: optionalText(),
  client_secret: secretInput(),
};

type Credentials = {
  connection_method: z.infer<typeof ConnectionMethod>;
  access_token?: string | undefined;
  client_id?: string | null | undefined;
  client_secret?: string | undefined;
};

export function requireCredentials(store: Credentials, context: z.RefinementCtx) {
  const require = (path: 'access_token' | 'client_id' | 'client_secret', message: string) => {
    if (!store[path]) context.addIssue({ code: 'custom', path: [path], message });
  };
  if (store.connection_method === 'admin_api_token') {
    require('access_token', 'Admin API token is required.');
  }
  if (store.connection_method === 'client_credentials') {
    require('client_id', 'Client id is required.');
    require('client_secret', 'Client secret is required.');
  }
}

/** The same for the API's documentation. */
export const credentialRules = [
  rule({ field: 'connection_method', is: ['admin_api_token'], orLeftOut: true }, filledIn('access_token')),
  rule({ field: 'connection_method', is: ['client_credentials'] }, filledIn('client_id', 'client_secret')),
];
