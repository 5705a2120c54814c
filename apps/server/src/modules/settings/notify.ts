import { EmailAddress } from '@storefleet/contract/api/common';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import type { Logger } from '../../platform/logging/logger.ts';
import { compose, type Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SettingsService } from './settings.service.ts';

type NotifyDeps = {
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly settings: Pick<SettingsService, 'appName' | 'readSecret'>;
};

export type Notify = (
  letter: Letter,
  unsent: { readonly message: string; readonly ids: object },
) => Promise<void>;

/** Mails the address in the settings; without one, logs what nobody was told. */
export function createNotify({ mailer, logger, settings }: NotifyDeps): Notify {
  return async (letter, { message, ids }) => {
    const address = (await settings.readSecret(NOTIFICATION_EMAIL_SETTING))?.reveal().trim() ?? '';
    if (!EmailAddress.safeParse(address).success) {
      const remedy = `set ${NOTIFICATION_EMAIL_SETTING} in the settings to an email address`;
      logger.warn(ids, `nobody was told that ${message}: ${remedy}`);
      return;
    }
    await mailer.send(compose(await settings.appName(), address, letter));
  };
}
