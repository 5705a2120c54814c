import { EmailAddress } from '@storefleet/contract/api/common';
import {
  NOTIFICATION_EMAIL_SETTING,
  RETENTION,
  RETENTION_KINDS,
  SHOPIFY_APP_SETTINGS,
} from '@storefleet/contract/constants';
import { daysSchema } from '@storefleet/contract/retention';
import { ShopifyAppCredentials } from '@storefleet/contract/settings';
import type { z } from 'zod';
import { invalidField } from '../../platform/http/problem.ts';

/** Settings that the product reads itself, and what they may hold. */
const KNOWN = new Map<string, z.ZodType>([
  ...RETENTION_KINDS.map((kind) => [RETENTION[kind].setting, daysSchema(kind)] as const),
  [NOTIFICATION_EMAIL_SETTING, EmailAddress],
  [SHOPIFY_APP_SETTINGS.callbackUrl, ShopifyAppCredentials.shape.callback_url],
]);

/** Says at once what would else be found out when it is needed. Blank is as good as none. */
export function refuseUnusable(key: string, value: string): void {
  const text = value.trim();
  const problem = text === '' ? undefined : KNOWN.get(key)?.safeParse(text).error?.issues[0];
  if (problem) throw invalidField('value', problem.message);
}
