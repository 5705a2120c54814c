import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { useLogout } from '../../use-logout.ts';
import { SetUp } from './set-up.tsx';

/** Makes somebody set up a required second factor before anything else. */
export function SecondFactorDemandedDialog({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const logout = useLogout();
  return (
    <Dialog opened title="Set up a second factor" size="30rem">
      <Stack gap="sm" mt="md">
        <Banner tone="info" title="Every member needs one">
          The owners of this installation require it. It takes a minute.
        </Banner>
        <SetUp
          cancel={
            <Button variant="default" onClick={logout}>
              Use another account
            </Button>
          }
          onDone={async () => {
            await queryClient.invalidateQueries();
            onDone();
          }}
        />
      </Stack>
    </Dialog>
  );
}
