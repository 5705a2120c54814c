import { Button, Group, Text } from '@mantine/core';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { CopyField } from '../../../components/text/copy-field.tsx';

type Props = { apiKey: CreatedApiKey; onClose: () => void };

/** Shows the secret once; only its button closes the dialog. */
export function SecretDialog({ apiKey: { name, secret }, onClose }: Props) {
  const request = `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/v1/stores`;
  return (
    <Dialog opened title={`Secret of “${name}”`} size="38rem">
      <Text mb="md">Copy it now. It is not stored and will not be shown again.</Text>
      <CopyField label="Secret" value={secret} copyLabel="Copy secret" copied="Secret copied." autoFocus />
      <Text size="sm" mt="md" mb={4}>
        Try it in a shell:
      </Text>
      <CopyField
        label="Command to try it"
        value={request}
        copyLabel="Copy command"
        copied="Command copied."
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
