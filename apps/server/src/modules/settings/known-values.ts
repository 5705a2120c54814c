import { EmailAddress } from '@storefleet/contract/api/common';
import { RETENTION, RETENTION_KINDS, SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import { daysSchema } from '@storefleet/contract/retention';
import { ShopifyAppCredentials } from '@storefleet/contract/settings';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import type { z } from 'zod';
import { invalidField } from '../../platform/http/problem.ts';

/** Settings that the application itself reads, and their valid values. */
const KNOWN = new Map<string, z.ZodType>([
  ...RETENTION_KINDS.map((kind) => [RETENTION[kind].setting, daysSchema(kind)] as const),
  [NOTIFICATION_EMAIL_SETTING, EmailAddress],
  [SHOPIFY_APP_SETTINGS.callbackUrl, ShopifyAppCredentials.shape.callback_url],
]);

/** Reports at once what would otherwise surface when the setting is used. Blank counts as unset. */
export function refuseUnusable(key: string, value: string): void {
  const text = value.trim();
  const problem = text === '' ? undefined : KNOWN.get(key)?.safeParse(text).error?.issues[0];
  if (problem) throw invalidField('value', problem.message);
}
