import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { SHOPIFY_CALLBACK_PATH, SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { type FormEvent, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import {
  EditConflicts,
  focusConflict,
  isChangedMeanwhile,
  useConflictList,
} from '../../../components/feedback/edit-conflicts.tsx';
import { useUnsavedWork } from '../../../components/feedback/unsaved-work.tsx';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { rebase } from '../../../lib/rebase.ts';
import { announce } from '../announce.ts';
import { useSettingsAgain } from '../api/list-settings.ts';
import { useSaveShopifyApp } from '../api/save-shopify-app.ts';
import { shopifyAppOf } from '../known-settings.ts';
import { type ShopifyAppDraft, scopesHint, shopifyAppProblems } from '../shopify-app.ts';
import classes from './settings-form.module.css';

const fieldLabels = { api_key: 'API key', callback_url: 'Callback URL', scopes: 'Scopes' };

type Props = {
  settings: readonly Setting[];
  /** Where Shopify sends people back to as long as nothing else is entered. */
  defaultCallbackUrl: string;
};

/** The app that stores are connected through by OAuth. Its secret is write-only: blank keeps the present one. */
export function ShopifyAppForm({ settings, defaultCallbackUrl }: Props) {
  const { app, hasSecret, secretHint } = shopifyAppOf(settings);
  const [draft, setDraft] = useState<ShopifyAppDraft | null>(null);
  /** What was saved when the draft began, or what somebody else has saved since. */
  const [base, setBase] = useState(app);
  const [attempted, setAttempted] = useState(false);
  const saving = useSaveShopifyApp();
  const values: ShopifyAppDraft = draft ?? { ...app, api_secret: '' };
  const problems = attempted ? shopifyAppProblems(values, hasSecret) : {};
  const refused = saving.error instanceof ApiError ? saving.error : null;
  const { conflicts, setFound } = useConflictList<ShopifyAppDraft>((part) =>
    setDraft({ ...values, ...part }),
  );
  const readAgain = useSettingsAgain();
  useUnsavedWork(draft !== null);

  const close = () => {
    setDraft(null);
    setAttempted(false);
    setFound(null);
  };

  const change = (part: Partial<ShopifyAppDraft>) => {
    if (draft === null) setBase(app);
    setDraft({ ...values, ...part });
  };

  const moveOn = async () => {
    const settings = await readAgain();
    if (settings === null) return;
    const { app: theirs } = shopifyAppOf(settings);
    const moved = rebase(values, { ...base, api_secret: '' }, { ...theirs, api_secret: '' });
    setBase(theirs);
    setDraft(moved.values);
    setFound(moved.conflicts);
    saving.reset();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    if (conflicts.open > 0) return focusConflict();
    setAttempted(true);
    if (Object.keys(shopifyAppProblems(values, hasSecret)).length > 0) return;
    saving.mutate(
      { ...values, based_on: draft === null ? app : base },
      {
        onSuccess: ({ message }) => {
          announce(message);
          close();
        },
        onError: (error) => void (isChangedMeanwhile(error) && moveOn()),
      },
    );
  };

  const field = (name: keyof ShopifyAppDraft) => ({
    name,
    autoComplete: 'off',
    spellCheck: false,
    value: values[name],
    error: problems[name] ?? (attempted && refused?.fieldError(name)),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <form noValidate aria-label="Shopify app" onSubmit={submit}>
      <EditConflicts
        conflicts={conflicts}
        values={values}
        labels={fieldLabels}
        saveLabel="Save Shopify App"
      />
      {saving.error && (
        <div className={classes.message}>
          <Banner
            tone="danger"
            title="Failed to save the Shopify app. Please try again."
            onDismiss={saving.reset}
          >
            {describeError(saving.error)}
          </Banner>
        </div>
      )}
      <div className={classes.grid}>
        <TextInput
          label="API key"
          required
          {...field('api_key')}
          description="Shopify’s Dev Dashboard calls it client ID."
        />
        <PasswordInput
          label="API secret"
          required={!hasSecret}
          placeholder={hasSecret ? 'Unchanged' : ''}
          visibilityToggleButtonProps={{ 'aria-label': 'Show API secret' }}
          {...field('api_secret')}
          description={
            hasSecret
              ? keptHint(secretHint)
              : 'The client secret. It is stored encrypted and never shown again.'
          }
        />
        <TextInput
          label="Callback URL"
          inputMode="url"
          placeholder={defaultCallbackUrl}
          {...field('callback_url')}
          description={`Optional, where this server is reached under another address. It has to lead to ${SHOPIFY_CALLBACK_PATH} here.`}
        />
        <TextInput
          label="Scopes"
          placeholder={SHOPIFY_SCOPES.join(', ')}
          {...field('scopes')}
          description={scopesHint(values.scopes)}
        />
      </div>
      <div className={classes.redirect}>
        <p className={classes.redirectNote}>
          At Shopify, enter this address among the redirect URLs of the app. Shopify sends nobody back to
          another one.
        </p>
        <CopyField
          label="Redirect URL to enter at Shopify"
          value={values.callback_url.trim() || defaultCallbackUrl}
          copyLabel="Copy"
          copied="The redirect URL was copied."
        />
      </div>
      <div className={classes.foot}>
        {draft !== null && (
          <Button
            variant="default"
            disabled={saving.isPending}
            onClick={() => {
              close();
              saving.reset();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" loading={saving.isPending}>
          Save Shopify App
        </Button>
      </div>
    </form>
  );
}

const SKELETON_FIELDS = ['key', 'secret', 'callback', 'scopes'];

/** Keeps the room of the form while the settings are on their way. */
export function ShopifyAppSkeleton() {
  return (
    <div aria-hidden>
      <div className={classes.grid}>
        {SKELETON_FIELDS.map((field) => (
          <div key={field}>
            <Skeleton height={14} width="6rem" mb={8} />
            <Skeleton height={36} />
            <Skeleton height={12} width="70%" mt={8} />
          </div>
        ))}
      </div>
      <div className={classes.redirect}>
        <Skeleton height={60} />
      </div>
      <div className={classes.foot}>
        <Skeleton height={36} width="10rem" />
      </div>
    </div>
  );
}

function keptHint(hint: string | null): string {
  return hint ? `Set, ends in …${hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
}
