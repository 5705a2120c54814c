import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { announce } from '../../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { useDraft } from '../../../../components/form/use-draft.ts';
import { useUnsavedWork } from '../../../../components/unsaved/unsaved-work.tsx';
import { focusFirst } from '../../../../lib/browser/focus-first.ts';
import { useSaveMapping } from '../../api/changes.ts';
import {
  blankMapping,
  fieldOf,
  formOf,
  isSameMapping,
  type MappingFormValues,
  type MappingSource,
  mappingLabels,
  mappingRemarks,
  toMappingInput,
  withTarget,
} from '../../mapping-form.ts';
import classes from './mapping-editor.module.css';
import { MappingFields } from './mapping-fields.tsx';
import { MappingTrial } from './mapping-trial.tsx';

type Props = {
  /** The form's accessible name. */
  name: string;
  source: MappingSource;
  /** The mapping being edited; null for a new one. */
  mapping: FieldMapping | null;
  onSaved: () => void;
  onClose: () => void;
};

/** Form of one mapping. Enter saves, Escape cancels, and typed values survive a failure. */
export function MappingEditor({ name, source, mapping, onSaved, onClose }: Props) {
  // The form's base: changes by others in the meantime do not count as edits.
  const [edited] = useState(mapping);
  const [saved] = useState(() => (edited ? formOf(edited) : blankMapping));
  const save = useSaveMapping(source.storeId, edited?.id ?? null);
  const draft = useDraft<MappingFormValues>({
    saved,
    labels: mappingLabels,
    problemsOf: mappingRemarks,
    change: save,
    fieldOf,
    isSame: isSameMapping,
    onSave: (values) => {
      if (edited && !draft.isDirty) return onClose();
      save.mutate(toMappingInput(values), {
        onSuccess: () => {
          announce(edited ? 'Field mapping updated successfully' : messages.mappings.added);
          onSaved();
        },
      });
    },
  });
  const { ref } = draft.form;
  useUnsavedWork(draft.isDirty);
  useEffect(() => focusFirst(ref.current, ['source_field']), [ref]);

  const chooseTarget = (target: string) => {
    draft.setValues(withTarget(draft.values, target));
    // The target determines other fields, too.
    save.reset();
  };
  const cancelByEscape = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || save.isPending) return;
    // The first Escape closes an open dropdown.
    const isListOpen = event.target instanceof HTMLElement && event.target.ariaExpanded === 'true';
    if (!isListOpen) onClose();
  };
  return (
    <form {...draft.form} aria-label={name} className={classes.form} onKeyDown={cancelByEscape}>
      <FailureBanner
        title={edited ? 'Failed to update field mapping' : messages.mappings.addFailed}
        error={draft.failure}
        onDismiss={save.reset}
      />
      <MappingFields
        fields={draft.fields}
        values={draft.values}
        source={source}
        edited={edited}
        onTarget={chooseTarget}
      />
      <div className={classes.foot}>
        <Button type="submit" size="xs" loading={save.isPending}>
          {edited ? 'Save' : 'Add Mapping'}
        </Button>
        <Button variant="default" size="xs" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        {source.table !== null && (
          <MappingTrial
            storeId={source.storeId}
            table={source.table}
            values={draft.values}
            onBlocked={draft.showProblems}
          />
        )}
      </div>
    </form>
  );
}
