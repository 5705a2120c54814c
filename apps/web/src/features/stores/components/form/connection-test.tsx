import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconPlugConnected } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { describeRefusal } from '../../../../lib/api/describe-error.ts';
import classes from './store-form.module.css';

/**
 * A test of what stands in the form, or with something else in it. Its result counts for what was tested, not for what
 * was typed since.
 */
export function useConnectionTest<Result, Body extends object>(
  change: UseMutationResult<Result, Error, Body>,
  body: Body,
  onTested: (result: Result) => void = () => {},
) {
  const isCurrent = JSON.stringify(change.variables) === JSON.stringify(body);
  return {
    result: isCurrent ? change.data : undefined,
    /** What was found last, and of what, whatever was typed since. */
    last: change.data && change.variables ? { result: change.data, body: change.variables } : null,
    error: isCurrent ? change.error : null,
    isPending: change.isPending,
    run: (instead: Partial<Body> = {}) => change.mutate({ ...body, ...instead }, { onSuccess: onTested }),
    reset: change.reset,
  };
}

type Props = {
  /** What has to be filled in first, or null. */
  problem: string | null;
  test: { error: Error | null; isPending: boolean; run: () => void; reset: () => void };
  /** What is said when no answer came in time. */
  timeoutSentence: string;
  /** What the test found. */
  children: ReactNode;
};

/** The button of a connection test and, below it, how the test ended. */
export function ConnectionTest({ problem, test, timeoutSentence, children }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => {
          setAsked(true);
          if (problem) test.reset();
          else test.run();
        }}
      >
        Test Connection
      </Button>
      <div aria-live="polite" className={classes.testResult}>
        {asked && problem && <Banner tone="warning" title={problem} />}
        {test.error && (
          <Banner tone="danger" title={messages.stores.connectionTestError}>
            {test.error.name === 'TimeoutError' ? timeoutSentence : describeRefusal(test.error)}
          </Banner>
        )}
        {children}
      </div>
    </>
  );
}
