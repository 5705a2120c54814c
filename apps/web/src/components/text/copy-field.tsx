import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './copy-field.module.css';

type Props = {
  /** Accessible name. */
  label: string;
  value: string;
  copyLabel: string;
  /** Announced after copying. */
  copied: string;
  autoFocus?: boolean;
};

/** Text with a copy button. */
export function CopyField({ label, value, copyLabel, copied, autoFocus = false }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'select' | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Unavailable over plain HTTP or without permission: the user copies it manually.
      field.current?.focus();
      field.current?.select();
      setOutcome('select');
    }
  };

  return (
    <>
      <div className={classes.row}>
        <TextInput
          ref={field}
          aria-label={label}
          readOnly
          value={value}
          classNames={{ input: 'code' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant={autoFocus ? 'filled' : 'default'}
          data-autofocus={autoFocus || undefined}
          leftSection={
            outcome === 'copied' ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />
          }
          onClick={copy}
        >
          {copyLabel}
        </Button>
      </div>
      <p role="status" className={classes.outcome}>
        {outcome === 'copied' && copied}
        {outcome === 'select' && 'The browser blocked copying. Copy the selected text yourself.'}
      </p>
    </>
  );
}
