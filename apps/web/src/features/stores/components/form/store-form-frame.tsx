import { Button } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { UnsavedChangesGuard } from '../../../../components/feedback/unsaved-changes-guard.tsx';
import { describeRefusal } from '../../describe-refusal.ts';
import classes from './store-form.module.css';

type Props = {
  label: string;
  submitLabel: string;
  savedMessage: string;
  failedMessage: string;
  saving: boolean;
  saved: boolean;
  error: Error | null;
  isDirty: () => boolean;
  cancelLink: ReactNode;
  /** A second way to save, preferred to the first. */
  preferredSubmit?: ReactNode;
  /** In place of the message that the store was saved. */
  savedNote?: ReactNode;
  /** What somebody else saved meanwhile. */
  conflicts: ReactNode;
  onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  /** The sections. */
  children: ReactNode;
};

/** Around the sections of a store form: its actions, how saving ended, and the guard of what was typed. */
export function StoreFormFrame({
  label,
  submitLabel,
  savedMessage,
  failedMessage,
  saving,
  saved,
  error,
  isDirty,
  cancelLink,
  preferredSubmit,
  savedNote,
  conflicts,
  onSubmit,
  children,
}: Props) {
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit}>
      <div className={classes.sections}>{children}</div>
      <div className={classes.bar}>
        <div className={classes.barMessage}>
          {!saved && conflicts}
          {error && (
            <Banner tone="danger" title={failedMessage}>
              {describeRefusal(error)}
            </Banner>
          )}
          {saved && (savedNote || <Banner tone="success" title={savedMessage} />)}
        </div>
        <div className={classes.barActions}>
          {cancelLink}
          <Button
            type="submit"
            variant={preferredSubmit ? 'default' : 'filled'}
            loading={saving && !preferredSubmit}
            disabled={saved || saving}
          >
            {submitLabel}
          </Button>
          {preferredSubmit}
        </div>
      </div>
      <UnsavedChangesGuard active={() => isDirty() && !saved} />
    </form>
  );
}
