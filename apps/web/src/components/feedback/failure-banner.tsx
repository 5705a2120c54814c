import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { Banner } from './banner.tsx';

type Props = {
  title: ReactNode;
  /** Nothing is shown without one. */
  error: Error | null;
  onDismiss?: (() => void) | undefined;
  /** Something follows that has no margin of its own. */
  spaced?: boolean;
  /** What can be done about it. */
  children?: ReactNode;
};

/** What failed, with the reason. */
export function FailureBanner({ title, error, onDismiss, spaced = false, children }: Props) {
  if (!error) return null;
  return (
    <Box mb={spaced ? '0.875rem' : 0}>
      <Banner tone="danger" title={title} {...(onDismiss && { onDismiss })}>
        {describeRefusal(error)}
        {children}
      </Banner>
    </Box>
  );
}
