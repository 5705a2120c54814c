import { Button, Group, Text, TextInput } from '@mantine/core';
import type { AccessLink } from '@storefleet/contract/team';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { linkLifetime, nameOf } from '../member-words.ts';
import classes from './team.module.css';

type Props = { access: AccessLink; onClose: () => void };

/** A link that no mail carries: it is shown once, until the dialog is left by its button. */
export function AccessLinkDialog({ access: { member, link }, onClose }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'select' | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? '');
      setOutcome('copied');
    } catch {
      // Not over plain http from another machine, or not allowed: the person copies it themselves.
      field.current?.focus();
      field.current?.select();
      setOutcome('select');
    }
  };

  return (
    <Dialog opened title={`Link for ${nameOf(member)}`} size="34rem">
      <Text mb="md">
        Pass this link on to {member.email}. It leads to a page to choose a password, and works once, within
        the next {linkLifetime(member)}. It is not shown again.
      </Text>
      <div className={classes.linkRow}>
        <TextInput
          ref={field}
          aria-label="Link to choose a password"
          readOnly
          value={link ?? ''}
          classNames={{ input: 'code' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          data-autofocus
          leftSection={
            outcome === 'copied' ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />
          }
          onClick={copy}
        >
          Copy link
        </Button>
      </div>
      <p role="status" className={classes.linkOutcome}>
        {outcome === 'copied' && 'The link was copied.'}
        {outcome === 'select' && 'The browser did not allow copying: copy the selected link yourself.'}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
