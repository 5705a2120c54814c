import { EmailAddress } from '@storefleet/contract/api/common';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { compose, type Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Notice } from './notice.jobs.ts';
import { findChange, type ScheduledChange } from './scheduled-changes.repository.ts';

export type NoticeDeps = {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly settings: Pick<SettingsService, 'appName' | 'readSecret'>;
  /** The application's public URL. */
  readonly appUrl: string;
};

/** Mails the address in the settings if a scheduled change waits for a person, or rows were not written. */
export function createNotice({ db, mailer, logger, settings, appUrl }: NoticeDeps) {
  return async function notify({ batch_id, about }: Notice): Promise<void> {
    const change = await findChange(db, batch_id);
    if (!change || (about === 'waits' && change.problem === null)) return;
    const address = (await settings.readSecret(NOTIFICATION_EMAIL_SETTING))?.reveal().trim() ?? '';
    if (!EmailAddress.safeParse(address).success) {
      logger.warn(
        { batch_id },
        `nobody was told that a scheduled change needs attention: set ${NOTIFICATION_EMAIL_SETTING} in the settings to an email address`,
      );
      return;
    }
    const shown = about === 'reverted' ? (change.revert_batch_id ?? batch_id) : batch_id;
    const letter = { ...wordsFor(change, about), closing: [] };
    const link = { label: 'Open the update', url: `${appUrl}/bulk-updates/${shown}` };
    await mailer.send(compose(await settings.appName(), address, { ...letter, link }));
  };
}

function wordsFor(change: ScheduledChange, about: Notice['about']): Pick<Letter, 'subject' | 'paragraphs'> {
  const title = `“${change.title}”`;
  if (about === 'waits') {
    const what = change.status === 'applied' ? 'was not reverted at its end' : 'was not applied at its time';
    return { subject: `${title} ${what}`, paragraphs: [`${title} ${what}.`, change.problem ?? ''] };
  }
  const rows = about === 'applied' ? change.failed : (change.revert_failed ?? 0);
  const what = about === 'applied' ? 'was applied' : 'was reverted';
  return {
    subject: `${title} ${what}, but for ${formatQuantity(rows, 'row')}`,
    paragraphs: [
      `${title} ${what} at its time. ${formatQuantity(rows, 'row')} stayed unchanged: each says why.`,
    ],
  };
}
