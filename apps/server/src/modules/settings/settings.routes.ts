import { messages } from '@storefleet/contract/messages';
import { settingRoutes } from '@storefleet/contract/settings';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { SettingsService } from './settings.service.ts';

export function registerSettingRoutes(app: FastifyInstance, settings: SettingsService): void {
  registerRoute(app, settingRoutes.list, () => settings.list());
  registerRoute(app, settingRoutes.asDict, () => settings.asDictionary());
  registerRoute(app, settingRoutes.get, ({ params }) => settings.get(params.key));
  registerRoute(app, settingRoutes.create, ({ body }) => settings.create(body));
  registerRoute(app, settingRoutes.update, ({ params, body }) => settings.update(params.key, body));
  registerRoute(app, settingRoutes.delete, async ({ params }) => {
    await settings.remove(params.key);
    return { success: true, message: messages.settings.deleted(params.key) };
  });
  registerRoute(app, settingRoutes.saveShopify, async ({ body }) => {
    await settings.saveShopifyApp(body);
    return { success: true, message: 'The Shopify app was saved.' };
  });
}
