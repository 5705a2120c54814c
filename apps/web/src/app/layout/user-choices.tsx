import { Menu } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  IconClipboardText,
  IconDevices,
  IconFingerprint,
  IconHelp,
  IconInbox,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { AnchoredMenu } from '../../components/dropdown/anchored-menu.tsx';
import type { DropdownPanel } from '../../components/dropdown/dropdown-panel.ts';
import { usePermission, useVisibleStores } from '../../features/auth/use-permission.ts';
import { openHelp } from '../../features/help/help.ts';
import { openImport } from '../../features/imports/open-import.ts';
import { canUsePasskeys } from '../../features/passkeys/can-use-passkeys.ts';
import { useAppConfig } from '../../lib/api/app-config.ts';
import { paths } from '../../lib/paths.ts';

const SignOutEverywhereDialog = deferred(
  () => import('../../features/auth/components/sign-out-everywhere-dialog.tsx'),
  'SignOutEverywhereDialog',
);

const SessionsDialog = deferred(
  () => import('../../features/auth/components/sessions-dialog.tsx'),
  'SessionsDialog',
);

const SecondFactorDialog = deferred(
  () => import('../../features/auth/second-factor/components/second-factor-dialog.tsx'),
  'SecondFactorDialog',
);

const PasskeysDialog = deferred(
  () => import('../../features/passkeys/components/passkeys-dialog.tsx'),
  'PasskeysDialog',
);

export function UserChoices({ email, ...panel }: DropdownPanel & { email: string }) {
  const [opened, setOpened] = useState<'sessions' | 'passkeys' | 'second factor' | 'sign out' | null>(null);
  const close = () => setOpened(null);
  const hasPasskeys = canUsePasskeys(useAppConfig().auth.url);
  const seen = useVisibleStores();
  const withheld = usePermission('bulkUpdates.planImport');
  return (
    <>
      <AnchoredMenu {...panel} width={240}>
        <Menu.Label>
          {email}
          {seen && <div>You see {formatQuantity(seen.length, 'store')}.</div>}
        </Menu.Label>
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={openHelp}>
          Help
        </Menu.Item>
        <Menu.Item
          leftSection={<IconClipboardText size={16} aria-hidden />}
          disabled={withheld !== null}
          title={withheld ?? undefined}
          onClick={openImport}
        >
          Paste rows
        </Menu.Item>
        <Menu.Item leftSection={<IconInbox size={16} aria-hidden />} component={Link} to={paths.inbox}>
          Inbox
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => setOpened('sessions')}>
          Your sessions
        </Menu.Item>
        {hasPasskeys && (
          <Menu.Item
            leftSection={<IconFingerprint size={16} aria-hidden />}
            onClick={() => setOpened('passkeys')}
          >
            Passkeys
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconShieldLock size={16} aria-hidden />}
          onClick={() => setOpened('second factor')}
        >
          Second factor
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => setOpened('sign out')}>
          Sign out everywhere
        </Menu.Item>
      </AnchoredMenu>
      {opened === 'sessions' && <SessionsDialog onClose={close} />}
      {opened === 'passkeys' && <PasskeysDialog onClose={close} />}
      {opened === 'second factor' && <SecondFactorDialog onClose={close} />}
      {opened === 'sign out' && <SignOutEverywhereDialog opened onClose={close} />}
    </>
  );
}
