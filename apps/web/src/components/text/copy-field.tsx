import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './copy-field.module.css';

type Props = {
  /** What it is, for people who do not see its surroundings. */
  label: string;
  value: string;
  copyLabel: string;
  /** Said once it was copied. */
  copied: string;
  autoFocus?: boolean;
};

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyField({ label, value, copyLabel, copied, autoFocus = false }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'select' | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Not over plain http from another machine, or not allowed: the person copies it themselves.
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
        {outcome === 'select' && 'The browser did not allow copying: copy the selected text yourself.'}
      </p>
    </>
  );
}
