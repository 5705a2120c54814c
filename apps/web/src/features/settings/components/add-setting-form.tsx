import { Button, Textarea, TextInput, Tooltip } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useUnsavedWork } from '../../../components/feedback/unsaved-work.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { announce } from '../announce.ts';
import { useCreateSetting } from '../api/create-setting.ts';
import classes from './settings-form.module.css';

const blank = { key: '', value: '', description: '' };

/** A setting is added readable; it can be encrypted as soon as it is there. */
export function AddSettingForm() {
  const [draft, setDraft] = useState(blank);
  const [attempted, setAttempted] = useState(false);
  const creation = useCreateSetting();
  const form = useRef<HTMLFormElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const keyMissing = draft.key.trim() === '';
  useUnsavedWork(Object.values(draft).some((text) => text !== ''));

  const change = (part: Partial<typeof blank>) => {
    setDraft({ ...draft, ...part });
    setAttempted(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    setAttempted(true);
    if (keyMissing) {
      keyField.current?.focus();
      return;
    }
    creation.mutate(
      { ...draft, is_encrypted: false },
      {
        onSuccess: ({ key }) => {
          announce(messages.settings.created(key));
          setDraft(blank);
          setAttempted(false);
          keyField.current?.focus();
        },
      },
    );
  };

  const submitByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  const refused = creation.error instanceof ApiError ? creation.error.fieldError('key') : undefined;
  const keyError = keyMissing ? messages.settings.keyMissing : refused;
  const reason = keyMissing ? messages.settings.keyMissing : null;

  return (
    <form ref={form} noValidate aria-label="Add New Setting" onSubmit={submit}>
      {creation.error && (
        <div className={classes.message}>
          <Banner tone="danger" title={messages.settings.createFailed} onDismiss={creation.reset}>
            {describeError(creation.error)}
          </Banner>
        </div>
      )}
      <div className={classes.addGrid}>
        <TextInput
          ref={keyField}
          label="Key"
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.key}
          error={attempted && keyError}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <Textarea
          label="Value"
          autosize
          minRows={1}
          maxRows={12}
          autoComplete="off"
          spellCheck={false}
          value={draft.value}
          onKeyDown={submitByEnter}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          maxLength={1000}
          autoComplete="off"
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
      <div className={classes.foot}>
        <p className={classes.note}>
          A new setting can be read by every member. For a secret, leave the value blank here; then edit the
          setting, tick Encrypt, and enter it.
        </p>
        <Tooltip label={reason} disabled={reason === null}>
          <Button
            type="submit"
            leftSection={<IconPlus size={15} aria-hidden />}
            loading={creation.isPending}
            aria-disabled={keyMissing}
            data-disabled={keyMissing || undefined}
            aria-description={reason ?? undefined}
          >
            Add Setting
          </Button>
        </Tooltip>
      </div>
    </form>
  );
}
