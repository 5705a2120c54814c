import { z } from 'zod';
import { model } from './model.ts';
import { defineRoute } from './route.ts';

export const PublicConfig = model('PublicConfig', {
  app_name: z.string(),
  auth: z.object({ url: z.url(), anon_key: z.string() }),
  needs_setup: z.boolean().describe('True until the first account is created'),
  version: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const configRoutes = {
  get: defineRoute('config.get', {
    summary: 'Read what the web app needs before sign-in',
    response: PublicConfig,
    public: true,
  }),
};
