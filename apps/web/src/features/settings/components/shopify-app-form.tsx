import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { SHOPIFY_CALLBACK_PATH, SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { useMemo, useState } from 'react';
import { EditConflicts, isChangedMeanwhile } from '../../../components/feedback/edit-conflicts.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { keptSecret, useDraft } from '../../../components/form/use-draft.ts';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { announceSettings } from '../announce.ts';
import { shopifyAppOf } from '../known-settings.ts';
import { useFetchSettings, useSaveShopifyApp } from '../settings-api.ts';
import { type ShopifyAppDraft, scopesHint, shopifyAppProblems } from '../shopify-app.ts';
import classes from './settings-form.module.css';

const labels = {
  api_key: 'API key',
  api_secret: 'API secret',
  callback_url: 'Callback URL',
  scopes: 'Scopes',
};
const CALLBACK_HINT =
  'Optional, if this server is reached at another address. ' +
  `It must point to ${SHOPIFY_CALLBACK_PATH} on this server.`;

type Props = {
  settings: readonly Setting[];
  /** Where Shopify redirects people unless another URL is entered. */
  defaultCallbackUrl: string;
};

/** The app for connecting stores by OAuth. Its secret is write-only: blank keeps the current one. */
export function ShopifyAppForm({ settings, defaultCallbackUrl }: Props) {
  const { app, hasSecret, secretHint } = shopifyAppOf(settings);
  const fetchSettings = useFetchSettings();
  /** The state when typing started, or what somebody else has saved since. */
  const [base, setBase] = useState(app);
  const saving = useSaveShopifyApp();
  const draft = useDraft<ShopifyAppDraft>({
    saved: useMemo(() => ({ ...base, api_secret: '' }), [base]),
    labels,
    problemsOf: (values) => shopifyAppProblems(values, hasSecret),
    change: saving,
    onSave: (values) =>
      saving.mutate(
        { ...values, based_on: base },
        {
          onSuccess: ({ message }) => {
            announceSettings(message);
            cancel();
          },
          onError: async (error) => {
            const current = isChangedMeanwhile(error) && (await fetchSettings());
            if (!current) return;
            setBase(shopifyAppOf(current).app);
            saving.reset();
          },
        },
      ),
  });
  if (!draft.isDirty && JSON.stringify(base) !== JSON.stringify(app)) setBase(app);
  useUnsavedWork(draft.isDirty);
  const cancel = () => {
    draft.reset();
    saving.reset();
  };
  return (
    <form {...draft.form} aria-label="Shopify app">
      <EditConflicts {...draft.conflicts} saveLabel="Save Shopify App" />
      <FailureBanner
        spaced
        title="Failed to save the Shopify app. Please try again."
        error={draft.failure}
        onDismiss={saving.reset}
      />
      <div className={classes.grid}>
        <TextInput
          required
          spellCheck={false}
          description="Shopify’s Dev Dashboard calls it client ID."
          {...draft.fields.text('api_key')}
        />
        <PasswordInput
          required={!hasSecret}
          placeholder={hasSecret ? 'Unchanged' : ''}
          visibilityToggleButtonProps={{ 'aria-label': 'Show API secret' }}
          description={
            hasSecret
              ? keptSecret(secretHint)
              : 'The client secret. It is stored encrypted and never shown again.'
          }
          {...draft.fields.text('api_secret')}
        />
        <TextInput
          spellCheck={false}
          inputMode="url"
          placeholder={defaultCallbackUrl}
          description={CALLBACK_HINT}
          {...draft.fields.text('callback_url')}
        />
        <TextInput
          spellCheck={false}
          placeholder={SHOPIFY_SCOPES.join(', ')}
          description={scopesHint(draft.values.scopes)}
          {...draft.fields.text('scopes')}
        />
      </div>
      <RedirectUrl value={draft.values.callback_url.trim() || defaultCallbackUrl} />
      <div className={classes.foot}>
        {draft.isDirty && (
          <Button variant="default" disabled={saving.isPending} onClick={cancel}>
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

function RedirectUrl({ value }: { value: string }) {
  return (
    <div className={classes.redirect}>
      <p className={classes.redirectNote}>
        Add this address to the app’s redirect URLs at Shopify, which redirects people to no other address.
      </p>
      <CopyField
        label="Redirect URL to enter at Shopify"
        value={value}
        copyLabel="Copy"
        copied="Redirect URL copied."
      />
    </div>
  );
}

const SKELETON_FIELDS = ['key', 'secret', 'callback', 'scopes'];

/** As large as the form, while loading. */
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
