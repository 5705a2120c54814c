import { Button, Group, PasswordInput } from '@mantine/core';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { type FormEvent, useState } from 'react';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { paths } from '../../../../lib/paths.ts';
import { useTestConnection, useUpdateStore } from '../../api/changes.ts';
import { ConnectButton } from './authorization-banner.tsx';

type Props = {
  store: Store;
  /** The kind of error that ended its sync. */
  errorKind: string | null;
  /** The shop accepts the new token. */
  onConnected: () => void;
};

const REFUSED = new Set(['auth', 'scope_missing']);

/** A remedy for a shop that rejects the store's token; nothing for other failures. */
export function ConnectionRemedy({ store, errorKind, onConnected }: Props) {
  const isRefused = errorKind !== null && REFUSED.has(errorKind);
  if (!isRefused || !connectsBy(store, 'access_token') || store.store_status === 'archived') return null;
  if (store.connection_method === 'admin_api_token') {
    return <NewToken store={store} onConnected={onConnected} />;
  }
  if (store.connection_method === 'oauth') return <ConnectButton store={store} variant="default" />;
  return (
    <ButtonLink
      to={paths.storeEdit}
      params={{ storeId: store.id }}
      variant="default"
      size="xs"
      w="fit-content"
      aria-label={`Check the client id and secret of ${store.shop_name}`}
    >
      Check client id and secret
    </ButtonLink>
  );
}

function NewToken({ store, onConnected }: Pick<Props, 'store' | 'onConnected'>) {
  const [token, setToken] = useState<string | null>(null);
  const test = useTestConnection();
  const update = useUpdateStore(store.id);
  const pending = test.isPending || update.isPending;

  if (token === null) {
    return (
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        aria-label={`Enter a new token for ${store.shop_name}`}
        onClick={() => setToken('')}
      >
        Enter a new token
      </Button>
    );
  }
  const entered = token.trim();
  const refusal = test.data?.success === false ? (test.data.error ?? test.data.message) : null;
  const failure = test.error ?? update.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entered === '') return;
    const { id: store_id, shop_url, api_version, connection_method } = store;
    test.mutate(
      { store_id, shop_url, api_version, connection_method, access_token: entered },
      {
        onSuccess: ({ success }) => {
          if (success) update.mutate({ access_token: entered }, { onSuccess: onConnected });
        },
      },
    );
  };

  return (
    <form onSubmit={submit} aria-label={`New token for ${store.shop_name}`}>
      <PasswordInput
        label="New Admin API token"
        size="xs"
        value={token}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        autoFocus
        error={refusal ?? (failure && describeError(failure))}
        visibilityToggleButtonProps={{ 'aria-label': 'Show New Admin API token' }}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" loading={pending} disabled={entered === ''}>
          Test and Sync
        </Button>
        <Button variant="default" size="xs" disabled={pending} onClick={() => setToken(null)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
