import { Checkbox } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { Banner } from './banner.tsx';
import classes from './look-again.module.css';

type Props = {
  /** One sentence per possible mistake. */
  warnings: readonly string[];
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
};

/** Warnings about values about to be written, and the checkbox required to continue. */
export function LookAgain({ warnings, confirmed, onConfirm }: Props) {
  return (
    <Banner tone="warning" title={messages.bulkUpdate.lookAgain}>
      <ul className={classes.warnings}>
        {warnings.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Checkbox
        mt="xs"
        label={messages.bulkUpdate.haveLooked}
        checked={confirmed}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
    </Banner>
  );
}
