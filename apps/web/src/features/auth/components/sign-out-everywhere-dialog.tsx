import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';

export function SignOutEverywhereDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const auth = useAuth();
  const signOut = useMutation({
    mutationFn: async () => {
      const { error } = await auth.signOut('global');
      if (error) throw error;
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Sign out everywhere?"
      confirmLabel="Sign out everywhere"
      pending={signOut.isPending}
      error={signOut.error?.message}
      onConfirm={() => signOut.mutate()}
      onCancel={onClose}
    >
      <Text>You will be signed out in this browser and on all your other devices.</Text>
    </ConfirmDialog>
  );
}
