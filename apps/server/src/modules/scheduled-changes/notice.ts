import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Database } from '../../platform/db/database.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Notify } from '../settings/notify.ts';
import type { Notice } from './notice.jobs.ts';
import { findChange, type ScheduledChange } from './scheduled-changes.repository.ts';

type NoticeDeps = {
  readonly db: Database;
  readonly notify: Notify;
  /** The application's public URL. */
  readonly appUrl: string;
};

/** Notifies that a scheduled change waits for a person, or that rows were not written. */
export function createNotice({ db, notify, appUrl }: NoticeDeps) {
  return async function send({ batch_id, about }: Notice): Promise<void> {
    const change = await findChange(db, batch_id);
    if (!change || (about === 'waits' && change.problem === null)) return;
    const shown = about === 'reverted' ? (change.revert_batch_id ?? batch_id) : batch_id;
    const link = { label: 'Open the update', url: `${appUrl}/bulk-updates/${shown}` };
    const letter = { ...wordsFor(change, about), closing: [], link };
    await notify(letter, { message: 'a scheduled change needs attention', ids: { batch_id } });
  };
}

function wordsFor(change: ScheduledChange, about: Notice['about']): Pick<Letter, 'subject' | 'paragraphs'> {
  const title = `“${change.title}”`;
  if (about === 'waits') {
    const where = change.waits_for_stores ? ' everywhere' : '';
    const what =
      change.status === 'applied' ? `was not reverted${where} at its end` : 'was not applied at its time';
    return { subject: `${title} ${what}`, paragraphs: [`${title} ${what}.`, change.problem ?? ''] };
  }
  const rows = about === 'applied' ? change.failed : change.revert_failed;
  const what = about === 'applied' ? 'was applied' : 'was reverted';
  return {
    subject: `${title} ${what}, but for ${formatQuantity(rows, 'row')}`,
    paragraphs: [
      `${title} ${what} at its time. ${formatQuantity(rows, 'row')} stayed unchanged: each says why.`,
    ],
  };
}
