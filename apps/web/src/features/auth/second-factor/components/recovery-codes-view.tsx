import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { announce } from '../../../../components/feedback/announce.ts';
import { saveFile } from '../../../../lib/browser/download.ts';
import classes from './second-factor.module.css';

type Props = { codes: readonly string[]; onDone: () => void };

/** Recovery codes, shown once, to be stored elsewhere. */
export function RecoveryCodesView({ codes, onDone }: Props) {
  const lines = codes.join('\n');
  const download = () =>
    saveFile({
      blob: new Blob([`Recovery codes for ${window.location.origin}\n\n${lines}\n`], { type: 'text/plain' }),
      fileName: 'recovery-codes.txt',
    });
  const copy = () =>
    navigator.clipboard.writeText(lines).then(
      () => announce('Recovery codes copied.'),
      // The clipboard needs https and permission; the file has the codes, too.
      download,
    );
  return (
    <Stack gap="sm">
      <Text>
        Store these recovery codes where you can find them without your phone, such as in a password manager.
        Each works once instead of a code of the app. They are not shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          autoFocus
          leftSection={<IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={download}>
          Download
        </Button>
      </Group>
      <Group justify="flex-end" mt="xs">
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
