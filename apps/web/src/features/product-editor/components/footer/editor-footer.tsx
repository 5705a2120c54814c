import { Button, Progress, Text, Tooltip } from '@mantine/core';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { useFocusKept } from '../../../../lib/browser/use-focus-kept.ts';
import { SaveWaitNotice } from '../../../bulk-updates/components/preview/save-wait-notice.tsx';
import { changesOf, discardAll, invalidFields, type ProductDraft } from '../../product-draft.ts';
import { useEditor, useEditorState } from '../use-editor.ts';
import { ChangesList } from './changes-list.tsx';
import classes from './editor-footer.module.css';

type Props = {
  /** Saves, or focuses the value that prevents saving. */
  onSave: () => void;
};

/** The number and list of changes, and the button to save. */
export function EditorFooter({ onSave }: Props) {
  const store = useEditor();
  const { draft, saving } = useEditorState();
  const [reviewing, setReviewing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const saveButton = useFocusKept(saving !== null);
  const changes = changesOf(draft);
  const invalid = invalidFields(draft);
  const reason = reasonNotToSave(draft);
  const hasWork = changes.length > 0 || invalid.length > 0;

  return (
    <footer className={classes.footer}>
      {reviewing && hasWork && saving === null && <ChangesList changes={changes} invalid={invalid} />}
      {saving !== null && saving.total > 0 && (
        <Progress
          size="xs"
          radius={0}
          value={(saving.done / saving.total) * 100}
          aria-label={`Saving: ${formatCount(saving.done)} of ${formatCount(saving.total)}`}
        />
      )}
      <div className={classes.line}>
        <div className="muted small" role="status">
          {saving?.wait ? (
            <SaveWaitNotice wait={saving.wait} />
          ) : saving !== null ? (
            <span className="tabular">
              Saving
              {saving.total > 0 ? ` ${formatCount(saving.done)} of ${formatCount(saving.total)}` : ''}…
            </span>
          ) : (
            <StateWords draft={draft} />
          )}
        </div>
        {hasWork && saving === null && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={reviewing}
            rightSection={
              <IconChevronUp
                size={14}
                aria-hidden
                data-open={reviewing || undefined}
                className={classes.chevron}
              />
            }
            onClick={() => setReviewing(!reviewing)}
          >
            Review
          </Button>
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={!hasWork || saving !== null}
            onClick={() => setDiscarding(true)}
          >
            Discard
          </Button>
          <Tooltip label={reason} disabled={reason === null || saving !== null}>
            <Button
              ref={saveButton}
              aria-disabled={reason !== null}
              data-disabled={reason !== null || undefined}
              aria-description={reason ?? undefined}
              aria-keyshortcuts="Control+S"
              loading={saving !== null}
              onClick={onSave}
            >
              {changes.length === 0 ? 'Save' : `Save ${formatQuantity(changes.length, 'change')}`}
            </Button>
          </Tooltip>
        </div>
      </div>
      <ConfirmDialog
        opened={discarding}
        title={`Discard ${formatQuantity(changes.length + invalid.length, 'change')}?`}
        confirmLabel="Discard changes"
        tone="danger"
        onCancel={() => setDiscarding(false)}
        onConfirm={() => {
          store.edit(discardAll);
          setDiscarding(false);
        }}
      >
        <Text>Every field returns to the store’s value.</Text>
      </ConfirmDialog>
    </footer>
  );
}

function StateWords({ draft }: { draft: ProductDraft }) {
  const changes = changesOf(draft);
  const invalid = invalidFields(draft).length;
  const parts = [];
  if (draft.conflicts.size > 0) parts.push(`${formatQuantity(draft.conflicts.size, 'value')} to decide on`);
  if (invalid > 0) parts.push(formatQuantity(invalid, 'invalid value'));
  if (changes.length > 0) parts.push(formatQuantity(changes.length, 'change'));
  return <span className="tabular">{parts.length === 0 ? 'Nothing changed' : parts.join(' · ')}</span>;
}

function reasonNotToSave(draft: ProductDraft): string | null {
  if (invalidFields(draft).length > 0) return 'Correct the invalid values first.';
  if (draft.conflicts.size > 0) return 'Decide which of the conflicting values to keep first.';
  return changesOf(draft).length === 0 ? 'Nothing to save.' : null;
}
