import { Textarea, TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useDraft, verbatim } from '../../../components/form/use-draft.ts';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { onEditKey } from '../../../lib/browser/use-in-place.ts';
import { announceSettings } from '../announce.ts';
import { useCreateSetting } from '../settings-api.ts';
import classes from './settings-form.module.css';

const blank = { key: '', value: '', description: '' };
const labels = { key: 'Key', value: 'Value', description: 'Description' };

/** Adds a readable setting, which can be encrypted afterwards. */
export function AddSettingForm() {
  const creation = useCreateSetting();
  const keyField = useRef<HTMLInputElement>(null);
  const draft = useDraft({
    saved: blank,
    labels,
    problemsOf: ({ key }) => (key.trim() === '' ? { key: messages.settings.keyMissing } : {}),
    change: creation,
    onSave: (values) =>
      creation.mutate(
        { ...values, is_encrypted: false },
        {
          onSuccess: ({ key }) => {
            announceSettings(messages.settings.created(key));
            creation.reset();
            draft.reset();
            keyField.current?.focus();
          },
        },
      ),
  });
  useUnsavedWork(draft.isDirty);
  const isKeyMissing = draft.values.key.trim() === '';
  return (
    <form {...draft.form} aria-label="Add New Setting">
      <FailureBanner
        spaced
        title={messages.settings.createFailed}
        error={draft.failure}
        onDismiss={creation.reset}
      />
      <div className={classes.addGrid}>
        <TextInput ref={keyField} required maxLength={100} {...verbatim} {...draft.fields.text('key')} />
        <Textarea
          autosize
          minRows={1}
          maxRows={12}
          spellCheck={false}
          onKeyDown={(event) => onEditKey(event, { save: draft.save })}
          {...draft.fields.text('value')}
        />
        <TextInput maxLength={1000} {...draft.fields.text('description')} />
      </div>
      <div className={classes.foot}>
        <p className={classes.note}>
          A new setting can be read by every member. For a secret, leave the value blank here; then edit the
          setting, tick Encrypt, and enter it.
        </p>
        <ButtonWithReason
          type="submit"
          leftSection={<IconPlus size={15} aria-hidden />}
          loading={creation.isPending}
          reason={isKeyMissing ? messages.settings.keyMissing : null}
        >
          Add Setting
        </ButtonWithReason>
      </div>
    </form>
  );
}
