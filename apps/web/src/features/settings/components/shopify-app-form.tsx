import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { SHOPIFY_CALLBACK_PATH, SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { type SubmitEvent, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import {
  EditConflicts,
  focusConflict,
  isChangedMeanwhile,
  useConflictList,
} from '../../../components/feedback/edit-conflicts.tsx';
import { useUnsavedWork } from '../../../components/feedback/unsaved-work.tsx';
import { keptSecret, type Problems } from '../../../components/form/use-draft.ts';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { rebase } from '../../../lib/rebase.ts';
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

type Props = {
  settings: readonly Setting[];
  /** Where Shopify sends people back to as long as nothing else is entered. */
  defaultCallbackUrl: string;
};

/**
 * What stands in the form: as it is saved until something is typed, whoever saves meanwhile. Where somebody else saved
 * what was changed here, too, a person decides.
 */
function useShopifyAppDraft(settings: readonly Setting[]) {
  const { app, hasSecret, secretHint } = shopifyAppOf(settings);
  const [draft, setDraft] = useState<ShopifyAppDraft | null>(null);
  /** What was saved when the draft began, or what somebody else has saved since. */
  const [base, setBase] = useState(app);
  const values: ShopifyAppDraft = draft ?? { ...app, api_secret: '' };
  const { conflicts, setFound } = useConflictList<ShopifyAppDraft>((part) =>
    setDraft({ ...values, ...part }),
  );
  const fetchSettings = useFetchSettings();
  const moveOn = async () => {
    const current = await fetchSettings();
    if (current === null) return;
    const { app: theirs } = shopifyAppOf(current);
    const moved = rebase(values, { ...base, api_secret: '' }, { ...theirs, api_secret: '' });
    setBase(theirs);
    setDraft(moved.values);
    setFound(moved.conflicts);
  };
  return {
    values,
    hasSecret,
    secretHint,
    conflicts,
    isBegun: draft !== null,
    base: draft === null ? app : base,
    change: (part: Partial<ShopifyAppDraft>) => {
      if (draft === null) setBase(app);
      setDraft({ ...values, ...part });
    },
    moveOn,
    close: () => {
      setDraft(null);
      setFound(null);
    },
  };
}

/** The app that stores are connected through by OAuth. Its secret is write-only: blank keeps the present one. */
export function ShopifyAppForm({ settings, defaultCallbackUrl }: Props) {
  const draft = useShopifyAppDraft(settings);
  const { values, hasSecret, conflicts } = draft;
  const [attempted, setAttempted] = useState(false);
  const saving = useSaveShopifyApp();
  useUnsavedWork(draft.isBegun);
  const close = () => {
    draft.close();
    setAttempted(false);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    if (conflicts.open > 0) return focusConflict();
    setAttempted(true);
    if (Object.keys(shopifyAppProblems(values, hasSecret)).length > 0) return;
    saving.mutate(
      { ...values, based_on: draft.base },
      {
        onSuccess: ({ message }) => {
          announceSettings(message);
          close();
        },
        onError: (error) => {
          if (isChangedMeanwhile(error)) void draft.moveOn().then(saving.reset);
        },
      },
    );
  };

  return (
    <form noValidate aria-label="Shopify app" onSubmit={submit}>
      <EditConflicts conflicts={conflicts} values={values} labels={labels} saveLabel="Save Shopify App" />
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
      <AppFields
        draft={draft}
        problems={attempted ? problemsIn(values, hasSecret, saving.error) : {}}
        defaultCallbackUrl={defaultCallbackUrl}
      />
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
        {draft.isBegun && (
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

function problemsIn(
  values: ShopifyAppDraft,
  hasSecret: boolean,
  error: Error | null,
): Problems<ShopifyAppDraft> {
  const refused = error instanceof ApiError ? error.errors.map(({ path, message }) => [path, message]) : [];
  return { ...Object.fromEntries(refused), ...shopifyAppProblems(values, hasSecret) };
}

type FieldsProps = {
  draft: ReturnType<typeof useShopifyAppDraft>;
  problems: Problems<ShopifyAppDraft>;
  defaultCallbackUrl: string;
};

function AppFields({ draft, problems, defaultCallbackUrl }: FieldsProps) {
  const { values, hasSecret, secretHint } = draft;
  const field = (name: keyof ShopifyAppDraft) => ({
    name,
    label: labels[name],
    autoComplete: 'off',
    spellCheck: false,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      draft.change({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={classes.grid}>
      <TextInput required description="Shopify’s Dev Dashboard calls it client ID." {...field('api_key')} />
      <PasswordInput
        required={!hasSecret}
        placeholder={hasSecret ? 'Unchanged' : ''}
        visibilityToggleButtonProps={{ 'aria-label': 'Show API secret' }}
        description={
          hasSecret
            ? keptSecret(secretHint)
            : 'The client secret. It is stored encrypted and never shown again.'
        }
        {...field('api_secret')}
      />
      <TextInput
        inputMode="url"
        placeholder={defaultCallbackUrl}
        description={
          'Optional, where this server is reached under another address. ' +
          `It has to lead to ${SHOPIFY_CALLBACK_PATH} here.`
        }
        {...field('callback_url')}
      />
      <TextInput
        placeholder={SHOPIFY_SCOPES.join(', ')}
        description={scopesHint(values.scopes)}
        {...field('scopes')}
      />
    </div>
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
