import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { useCreateRecoveryCodes } from '../second-factor-api.ts';
import { Enrolment } from './enrolment.tsx';
import { RecoveryCodesView } from './recovery-codes-view.tsx';

type Props = { cancel: ReactNode; onDone: () => void };

/** Sets up the app, then shows the recovery codes. */
export function SetUp({ cancel, onDone }: Props) {
  const codes = useCreateRecoveryCodes();
  const create = () => codes.mutate(undefined);
  if (codes.isIdle) return <Enrolment cancel={cancel} onEnrolled={create} />;
  if (codes.data) return <RecoveryCodesView codes={codes.data.codes} onDone={onDone} />;
  if (codes.isPending) return <Skeleton height={240} />;
  return (
    <FailureBanner title="The app is set up, but making recovery codes failed." error={codes.error}>
      {' '}
      <Button variant="default" size="compact-xs" onClick={create}>
        Try again
      </Button>
    </FailureBanner>
  );
}
