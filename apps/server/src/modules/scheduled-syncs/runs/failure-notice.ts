import { EmailAddress } from '@storefleet/contract/api/common';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { compose } from '../../../platform/mail/letter.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { SettingsService } from '../../settings/settings.service.ts';
import { findFailure } from './schedule-runs.repository.ts';

export type FailureNoticeDeps = {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly settings: Pick<SettingsService, 'appName' | 'readSecret'>;
  /** The application's public URL. */
  readonly appUrl: string;
};

/** Mails the address in the settings when a schedule has reached its failure limit. */
export function createFailureNotice({ db, mailer, logger, settings, appUrl }: FailureNoticeDeps) {
  return async function notify(runId: string): Promise<void> {
    const failure = await findFailure(db, runId);
    if (!failure) return;
    const address = (await settings.readSecret(NOTIFICATION_EMAIL_SETTING))?.reveal().trim() ?? '';
    if (!EmailAddress.safeParse(address).success) {
      logger.warn(
        { schedule_id: failure.scheduled_sync_id },
        `nobody was told that a schedule has failed too often: set ${NOTIFICATION_EMAIL_SETTING} in the settings to an email address`,
      );
      return;
    }
    const { schedule_name, store_name, failure_count, error_message, scheduled_sync_id } = failure;
    const times = failure_count === 1 ? 'once' : `${failure_count} times in a row`;
    const message = compose(await settings.appName(), address, {
      subject: `The schedule "${schedule_name}" has stopped after failing`,
      paragraphs: [
        `The scheduled sync "${schedule_name}" of the store "${store_name}" has failed ${times}, and will not run by itself any more.`,
        ...(error_message ? [`The last run failed with: ${error_message}`] : []),
      ],
      link: { label: 'Open its log', url: `${appUrl}/scheduled-syncs/${scheduled_sync_id}/logs` },
      closing: [
        'Once the cause is fixed, press Run Now. If that run succeeds, the schedule goes on as before; switching it off and on does the same.',
      ],
    });
    await mailer.send(message);
  };
}
