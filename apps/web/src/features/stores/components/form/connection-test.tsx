import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { describeRefusal } from '../../describe-refusal.ts';
import classes from './store-form.module.css';

type Props = {
  /** What has to be filled in first, or null. */
  problem: string | null;
  testing: boolean;
  /** Why the test itself failed. */
  error: Error | null;
  /** What is said when no answer came in time. */
  timeoutSentence: string;
  onTest: () => void;
  onProblem: () => void;
  /** What the test found. */
  children: ReactNode;
};

/** The button of a connection test and, below it, how the test ended. */
export function ConnectionTest({
  problem,
  testing,
  error,
  timeoutSentence,
  onTest,
  onProblem,
  children,
}: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={testing}
        onClick={() => {
          setAsked(true);
          if (problem) onProblem();
          else onTest();
        }}
      >
        Test Connection
      </Button>
      <div aria-live="polite" className={classes.testResult}>
        {asked && problem && <Banner tone="warning" title={problem} />}
        {error && (
          <Banner tone="danger" title={messages.stores.connectionTestError}>
            {error.name === 'TimeoutError' ? timeoutSentence : describeRefusal(error)}
          </Banner>
        )}
        {children}
      </div>
    </>
  );
}
