import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { RULE_WATCHES } from '@storefleet/contract/articles/compared';
import type { EqualityRule } from '@storefleet/contract/articles/rules';
import { EDITABLE_ATTRIBUTE_LABELS, LISTED_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { useMemo } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { DialogEnd } from '../../../components/form/dialog-end.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { useSaveRule } from '../compare-queries.ts';
import {
  draftLabels,
  fieldOf,
  KIND_WORDS,
  kindsFor,
  problemsOf,
  type RuleDraft,
  toDraft,
  toRequest,
  WATCH_WORDS,
} from './rule-draft.ts';
import classes from './rules.module.css';

type Props = {
  rule: EqualityRule | null;
  stores: readonly { id: string; shop_name: string }[];
  onClose: () => void;
};

/** Adds or edits a rule. */
export function RuleDialog({ rule, stores, onClose }: Props) {
  const saved = useMemo(() => toDraft(rule), [rule]);
  const saving = useSaveRule(rule);
  const draft = useDraft<RuleDraft>({
    saved,
    labels: draftLabels,
    problemsOf,
    fieldOf,
    change: saving,
    onSave: (values) =>
      saving.mutate(toRequest(values), {
        onSuccess: ({ title }) => {
          announce(`“${title}” was saved.`);
          onClose();
        },
      }),
  });
  const { fields, values, problems } = draft;
  const options = stores.map(({ id, shop_name }) => ({ value: id, label: shop_name }));
  const kinds = kindsFor(values.attribute);
  return (
    <Dialog
      opened
      title={rule === null ? 'Add a rule' : 'Edit rule'}
      size="36rem"
      onClose={saving.isPending ? undefined : onClose}
    >
      <form {...draft.form} className={classes.form}>
        <div className={classes.pair}>
          <NativeSelect
            data-autofocus
            {...fields.text('attribute')}
            data={LISTED_ATTRIBUTES.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] }))}
            onChange={({ currentTarget: { value } }) => {
              const attribute = value as RuleDraft['attribute'];
              draft.change({
                attribute,
                ...(kindsFor(attribute).includes(values.kind) ? {} : { kind: 'same' }),
              });
            }}
          />
          <NativeSelect
            {...fields.text('kind')}
            data={kinds.map((value) => ({ value, label: KIND_WORDS[value] }))}
          />
        </div>
        {values.kind !== 'ignore' && (
          <NativeSelect
            {...fields.text('source_store_id')}
            data={[
              { value: '', label: 'Choose a store' },
              ...options.filter(({ value }) => !values.store_ids.includes(value)),
            ]}
          />
        )}
        {values.kind === 'formula' && (
          <div className={classes.pair}>
            <TextInput inputMode="decimal" {...fields.text('factor')} />
            <TextInput inputMode="decimal" {...fields.text('amount')} />
          </div>
        )}
        {(values.kind === 'formula' || values.kind === 'currency') && (
          <TextInput
            placeholder=".90"
            description="Rounds to the nearest amount with this ending, or to a whole one in a currency without decimals. Leave blank to round to the smallest coin."
            {...fields.text('ending')}
          />
        )}
        <MultiSelect
          label={draftLabels.store_ids}
          placeholder={values.store_ids.length === 0 ? 'Choose stores' : ''}
          data={options.filter(({ value }) => value !== values.source_store_id || values.kind === 'ignore')}
          searchable
          value={values.store_ids}
          error={problems.store_ids}
          onChange={(store_ids) => draft.change({ store_ids })}
        />
        {values.kind !== 'ignore' && (
          <NativeSelect
            {...fields.text('watch')}
            data={RULE_WATCHES.map((value) => ({ value, label: WATCH_WORDS[value] }))}
          />
        )}
        {rule !== null && <Checkbox {...fields.tick('is_enabled')} />}
        <DialogEnd
          draft={draft}
          saving={saving}
          failed="Failed to save the rule."
          label={rule === null ? 'Add rule' : 'Save'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
