import { Button, Group, Text } from '@mantine/core';
import type { AccessLink } from '@storefleet/contract/people/team';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { linkLifetime, nameOf } from '../member-words.ts';

type Props = { access: AccessLink; onClose: () => void };

/** A link that no mail carries: it is shown once, until the dialog is left by its button. */
export function AccessLinkDialog({ access: { member, link }, onClose }: Props) {
  return (
    <Dialog opened title={`Link for ${nameOf(member)}`} size="34rem">
      <Text mb="md">
        Pass this link on to {member.email}. It leads to a page to choose a password, and works once, within
        the next {linkLifetime(member)}. It is not shown again.
      </Text>
      <CopyField
        label="Link to choose a password"
        value={link ?? ''}
        copyLabel="Copy link"
        copied="The link was copied."
        autoFocus
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
