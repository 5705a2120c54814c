import type { Database } from '../../../platform/db/database.ts';
import type { Notify } from '../../settings/notify.ts';
import { findFailure } from './schedule-runs.repository.ts';

type FailureNoticeDeps = {
  readonly db: Database;
  readonly notify: Notify;
  /** The application's public URL. */
  readonly appUrl: string;
};

/** Notifies that a schedule has reached its failure limit. */
export function createFailureNotice({ db, notify, appUrl }: FailureNoticeDeps) {
  return async function send(runId: string): Promise<void> {
    const failure = await findFailure(db, runId);
    if (!failure) return;
    const { schedule_name, store_name, failure_count, error_message, scheduled_sync_id } = failure;
    const times = failure_count === 1 ? 'once' : `${failure_count} times in a row`;
    const letter = {
      subject: `The schedule "${schedule_name}" has stopped after failing`,
      paragraphs: [
        `The scheduled sync "${schedule_name}" of the store "${store_name}" has failed ${times}, and will not run by itself any more.`,
        ...(error_message ? [`The last run failed with: ${error_message}`] : []),
      ],
      link: { label: 'Open its log', url: `${appUrl}/scheduled-syncs/${scheduled_sync_id}/logs` },
      closing: [
        'Once the cause is fixed, press Run Now. If that run succeeds, the schedule goes on as before; switching it off and on does the same.',
      ],
    };
    const ids = { schedule_id: scheduled_sync_id };
    await notify(letter, { message: 'a schedule has failed too often', ids });
  };
}
