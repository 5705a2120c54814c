import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmedButton } from '../../../components/dialogs/confirmed-button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useAuth } from '../../auth/auth-context.tsx';
import { passkeysQuery, useAddPasskey, useRemovePasskey, useRenamePasskey } from '../passkeys-api.ts';
import classes from './passkeys-dialog.module.css';

type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };

/** One's own passkeys: added, named and removed. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(passkeysQuery(useAuth()));
  const add = useAddPasskey();
  return (
    <Dialog opened title="Passkeys" size="34rem" onClose={onClose}>
      {add.error && <Banner tone="danger" title={add.error.message} onDismiss={add.reset} />}
      <Text>
        A passkey signs you in with your fingerprint, face or device PIN instead of your password. Your second
        factor is still asked for.
      </Text>
      {query.data ? (
        <Passkeys passkeys={query.data} />
      ) : query.error ? (
        <QueryErrorBanner title="Failed to load your passkeys." query={query} />
      ) : (
        <Skeleton height={64} mt="md" />
      )}
      <DialogActions
        confirmLabel="Add a passkey"
        onConfirm={() => add.mutate()}
        pending={add.isPending}
        cancelLabel="Close"
        onCancel={onClose}
        canLeave
      />
    </Dialog>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0) return <Text mt="md">You have none yet.</Text>;
  return (
    <ul className={classes.list} aria-label="Your passkeys">
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const name = passkey.friendly_name ?? 'Passkey';
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useRenamePasskey();
  const remove = useRemovePasskey(passkey.id);
  const save = () => {
    const friendlyName = typed?.trim() ?? '';
    if (friendlyName === '' || friendlyName === name) return setTyped(null);
    rename.mutate({ passkeyId: passkey.id, friendlyName }, { onSuccess: () => setTyped(null) });
  };
  return (
    <li className={classes.passkey}>
      {typed === null ? (
        <div>
          <span className={classes.name}>{name}</span>
          <span className="muted">
            added <RelativeTime value={passkey.created_at} />,{' '}
            {passkey.last_used_at ? (
              <>
                last used <RelativeTime value={passkey.last_used_at} />
              </>
            ) : (
              'never used'
            )}
          </span>
        </div>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            aria-label={`New name of ${name}`}
            value={typed}
            maxLength={120}
            autoFocus
            error={rename.error?.message}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setTyped(null);
            }}
          />
          <Button type="submit" size="xs" loading={rename.isPending}>
            Save
          </Button>
        </form>
      )}
      {typed === null && (
        <Group gap="xs">
          <Button variant="default" size="xs" aria-label={`Rename ${name}`} onClick={() => setTyped(name)}>
            Rename
          </Button>
          <ConfirmedButton
            label="Remove"
            title={`Remove “${name}”?`}
            confirmLabel="Remove passkey"
            change={remove}
            variables={undefined}
          >
            It will no longer sign you in here. Delete it on the device as well: the browser keeps offering it
            until then.
          </ConfirmedButton>
        </Group>
      )}
    </li>
  );
}
