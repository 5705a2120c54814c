import { Menu } from '@mantine/core';
import { IconDevices, IconHelp } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { AnchoredMenu } from '../../components/dropdown/anchored-menu.tsx';
import type { DropdownPanel } from '../../components/dropdown/dropdown-panel.ts';
import { openHelp } from '../../features/help/help.ts';

const SignOutEverywhereDialog = lazy(async () => ({
  default: (await import('../../features/auth/components/sign-out-everywhere-dialog.tsx'))
    .SignOutEverywhereDialog,
}));

export function UserChoices({ email, ...panel }: DropdownPanel & { email: string }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <AnchoredMenu {...panel} width={240}>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={openHelp}>
          Help
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => setConfirming(true)}>
          Sign out everywhere
        </Menu.Item>
      </AnchoredMenu>
      {confirming && (
        <Suspense>
          <SignOutEverywhereDialog opened onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </>
  );
}
