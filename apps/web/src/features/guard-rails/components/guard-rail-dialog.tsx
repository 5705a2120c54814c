import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { GUARD_RAIL_EFFECTS } from '@storefleet/contract/constants';
import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { DialogEnd } from '../../../components/form/dialog-end.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ownTimezone } from '../../scheduled-syncs/schedule-times.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import {
  draftLabels,
  fieldOf,
  type GuardRailDraft,
  KINDS,
  problemsOf,
  toDraft,
  toInput,
} from '../guard-rail-draft.ts';
import { EFFECTS } from '../guard-rail-words.ts';
import { useSaveGuardRail } from '../guard-rails-api.ts';
import classes from './guard-rails.module.css';
import { RuleFields } from './rule-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';

const effects = GUARD_RAIL_EFFECTS.map((value) => ({ value, label: EFFECTS[value].label }));

/** Adds or edits a guard rail. */
export function GuardRailDialog({
  guardRail,
  onClose,
}: {
  guardRail: GuardRail | null;
  onClose: () => void;
}) {
  const { data: stores } = useQuery(storesQuery(useApi()));
  const currency = stores?.find(({ store_currency }) => store_currency)?.store_currency ?? '';
  const saved = useMemo(
    () => toDraft(guardRail, { currency, timezone: ownTimezone() }),
    [guardRail, currency],
  );
  const saving = useSaveGuardRail();
  const draft = useDraft<GuardRailDraft>({
    saved,
    labels: draftLabels,
    problemsOf,
    change: saving,
    fieldOf,
    onSave: (values) =>
      saving.mutate(
        { id: guardRail?.id ?? null, body: { ...toInput(values), version: guardRail?.version ?? 1 } },
        {
          onSuccess: ({ title }) => {
            announce(`“${title}” was saved.`);
            onClose();
          },
        },
      ),
  });
  const { fields, values, problems } = draft;
  return (
    <Dialog
      opened
      title={guardRail === null ? 'Add a guard rail' : 'Edit guard rail'}
      size="38rem"
      onClose={saving.isPending ? undefined : onClose}
    >
      <form {...draft.form} className={classes.form}>
        <NativeSelect data={[...KINDS]} data-autofocus {...fields.text('kind')} />
        <RuleFields draft={draft} />
        <NativeSelect
          data={effects}
          {...fields.text('effect')}
          description={EFFECTS[values.effect].explained}
        />
        <ScopeFields
          values={values}
          stores={stores ?? []}
          problem={problems.store_ids ?? problems.vendors ?? problems.product_types ?? problems.tags}
          onChange={draft.change}
        />
        <TextInput maxLength={100} placeholder="Price agreement with Quarry Lane" {...fields.text('name')} />
        {guardRail !== null && <Checkbox {...fields.tick('is_enabled')} label="Enabled" />}
        <DialogEnd
          draft={draft}
          saving={saving}
          failed="Failed to save the guard rail."
          label={guardRail === null ? 'Add guard rail' : 'Save'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
