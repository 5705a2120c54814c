import { z } from 'zod';
import { idOf, requiredText, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { API_KEY_REQUESTS_PER_MINUTE } from '../constants.ts';
import { RoleName, SeenStoreIds, SeenStores } from './person.ts';

const { least, most, usual } = API_KEY_REQUESTS_PER_MINUTE;

export const ApiKey = model('ApiKey', {
  id: Uuid,
  name: z.string(),
  hint: z.string().describe('First characters of the secret, to identify it'),
  role: RoleName,
  store_ids: SeenStoreIds,
  requests_per_minute: z.int().min(least).max(most),
  created_by: z.string().describe('The address of the owner who made it'),
  created_at: Timestamp,
  expires_at: Timestamp.nullable().describe('Null if open-ended'),
  last_used_at: Timestamp.nullable().describe('Precise to the minute'),
  revoked_at: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeys = model('ApiKeys', { keys: z.array(ApiKey), total: z.int().min(0) });
export type ApiKeys = z.infer<typeof ApiKeys>;

export const NewApiKey = z
  // A misspelt expiry date would make a key that never expires.
  .strictObject({
    name: requiredText('Enter a name for the key.', 80),
    role: RoleName.default('viewer'),
    store_ids: SeenStores.default(null),
    expires_at: Timestamp.nullable().default(null),
    requests_per_minute: z
      .int({ error: 'Enter a whole number.' })
      .min(least, { error: `Allow at least ${least} request a minute.` })
      .max(most, { error: `Allow at most ${most} requests a minute.` })
      .default(usual),
  })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const CreatedApiKey = ApiKey.extend({
  secret: z.string().describe('Send it as a bearer token. It is not stored and never returned again'),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const apiKeyRoutes = {
  list: defineRoute('apiKeys.list', { summary: 'List the API keys', response: ApiKeys }),
  create: defineRoute('apiKeys.create', {
    summary: 'Create an API key; its secret is returned once',
    body: NewApiKey,
    response: CreatedApiKey,
    status: 201,
  }),
  revoke: defineRoute('apiKeys.revoke', {
    summary: 'Revoke an API key immediately',
    params: z.object({ keyId: idOf('api_key_not_found') }),
    response: ApiKey,
  }),
};
