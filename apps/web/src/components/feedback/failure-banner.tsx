import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { Banner } from './banner.tsx';

type Props = {
  title: ReactNode;
  /** Renders nothing without an error. */
  error: Error | null;
  onDismiss?: (() => void) | undefined;
  /** Adds a margin before content without one. */
  spaced?: boolean;
  /** Remedy. */
  children?: ReactNode;
};

/** What failed, and why. */
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
