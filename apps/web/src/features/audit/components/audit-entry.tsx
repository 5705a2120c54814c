import { Button } from '@mantine/core';
import type { AuditRecord } from '@storefleet/contract/people/audit';
import { AUDIT_INTERRUPTED } from '@storefleet/contract/people/audit-areas';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Field, FieldList } from '../../../components/text/field-list.tsx';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { actionOf, actorOf, changedFields, outcomeOf } from '../audit-words.ts';
import classes from './audit-entry.module.css';

const INTERRUPTED_REASON =
  'The server stopped before it could record the result. The change may have been made; “After” shows what was requested.';

/** An entry with its changed fields, before and after. */
export function AuditEntry({ entry, onClose }: { entry: AuditRecord; onClose: () => void }) {
  const fields = changedFields(entry);
  // Of something new there is nothing before, of something gone nothing after.
  const [hasBefore, hasAfter] = [entry.before !== null, entry.after !== null];
  const isInterrupted = entry.problem === AUDIT_INTERRUPTED;
  return (
    <Dialog opened title={actionOf(entry)} size="44rem" onClose={onClose}>
      <div className={classes.facts}>
        <FieldList>
          <Field label="When">{formatDateTime(entry.at)}</Field>
          <Field label="Who">{actorOf(entry)}</Field>
          <Field label="From">{[entry.ip, entry.user_agent].filter(Boolean).join(' · ')}</Field>
          <Field label="On" code={entry.target_name === null}>
            {entry.target_name ?? entry.target_id}
          </Field>
          <Field label="Outcome">{outcomeOf(entry).label}</Field>
          <Field label="Reason" code={!isInterrupted}>
            {isInterrupted ? INTERRUPTED_REASON : entry.problem}
          </Field>
          <Field label="Call" code>
            {entry.call}
          </Field>
        </FieldList>
      </div>
      {fields.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be within reach of the keyboard.
        <section className={classes.scroller} aria-label="Before and after" tabIndex={0}>
          <table className={classes.fields}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {hasBefore && <th scope="col">Before</th>}
                {hasAfter && <th scope="col">After</th>}
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {hasBefore && <td>{before}</td>}
                  {hasAfter && <td>{after}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className={classes.foot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
