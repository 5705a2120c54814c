import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconPlugConnected } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { describeRefusal } from '../../../../lib/api/describe-error.ts';
import classes from './store-form.module.css';

/** Tests the values of a form. A result applies only to the tested values. */
export function useConnectionTest<Result, Body extends object>(
  change: UseMutationResult<Result, Error, Body>,
  body: Body,
  onTested: (result: Result) => void = () => {},
) {
  const isCurrent = JSON.stringify(change.variables) === JSON.stringify(body);
  return {
    result: isCurrent ? change.data : undefined,
    /** The last result with its values, whatever was typed since. */
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
  /** Shown after a timeout. */
  timeoutSentence: string;
  /** The result. */
  children: ReactNode;
};

/** The button of a connection test, with its result below. */
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
