import { Button, Progress, TextInput } from '@mantine/core';
import type { PaginationTestResult } from '@storefleet/contract/catalogue/products/products';
import {
  PAGINATION_TEST_DEFAULT_PAGES,
  PAGINATION_TEST_MAX_PAGES,
  PAGINATION_TEST_MIN_PAGES,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { IconListSearch, IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { MAX_PAGES_RANGE, parseMaxPages } from '../max-pages.ts';
import classes from './pagination-test.module.css';
import { PaginationTestReport } from './pagination-test-report.tsx';

type Props = { storeId: string; storeName: string };

/** Runs the test; keeps the last result visible during another run and after a failure. */
export function PaginationTestPanel({ storeId, storeName }: Props) {
  const [typed, setTyped] = useState(String(PAGINATION_TEST_DEFAULT_PAGES));
  const [attempted, setAttempted] = useState(false);
  const [result, setResult] = useState<PaginationTestResult | null>(null);
  const run = usePaginationTest(storeId);
  const maxPages = parseMaxPages(typed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (run.isPending) return;
    setAttempted(true);
    if (maxPages !== null) run.mutate(maxPages, { onSuccess: setResult });
  };

  return (
    <div className={classes.sections}>
      <Panel title="Run the test">
        <form noValidate aria-label="Pagination test" className={classes.form} onSubmit={submit}>
          <TextInput
            label="Max pages"
            name="max_pages"
            type="number"
            min={PAGINATION_TEST_MIN_PAGES}
            max={PAGINATION_TEST_MAX_PAGES}
            step={1}
            required
            className={classes.maxPages}
            description={`From ${MAX_PAGES_RANGE}; the test ends earlier with the last page.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={typed}
            error={attempted && maxPages === null && `Enter a whole number from ${MAX_PAGES_RANGE}.`}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button
              type="submit"
              leftSection={<IconPlayerPlay size={15} aria-hidden />}
              loading={run.isPending}
            >
              Run Pagination Test
            </Button>
            {run.isPending && (
              <Button variant="default" onClick={run.cancel}>
                Cancel
              </Button>
            )}
          </div>
        </form>
        {run.isPending && <Running storeName={storeName} since={run.submittedAt} />}
      </Panel>
      {run.error && (
        <Banner tone="danger" title={messages.paginationTest.failed} onDismiss={run.reset}>
          {describeError(run.error)}
        </Banner>
      )}
      {result && (
        <Panel title="Result">
          <div className={classes.result} data-stale={run.isPending || undefined}>
            <PaginationTestReport result={result} />
          </div>
        </Panel>
      )}
      {!result && !run.isPending && !run.error && (
        <EmptyState
          icon={<IconListSearch size={20} stroke={1.6} />}
          title="No test has been run yet"
          description={`A test asks ${storeName} for one page of products after the other, and lists how they link. Nothing is stored.`}
        />
      )}
    </div>
  );
}

/** The page count is known only at the end: shows elapsed time until then. */
function Running({ storeName, since }: { storeName: string; since: number }) {
  const now = useNow(1_000);
  return (
    <div className={classes.running}>
      <Progress value={100} striped animated aria-hidden />
      <p className={classes.runningText}>
        <span role="status">Reading live pages from {storeName}</span>
        <span className="tabular" aria-hidden>
          {formatDuration(now - since)}
        </span>
      </p>
    </div>
  );
}

/** A run has no time limit but can be cancelled; leaving the screen cancels it, too. */
function usePaginationTest(storeId: string) {
  const api = useApi();
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: (maxPages: number) => {
      const controller = new AbortController();
      running.current = controller;
      return api.call('products.paginationTest', {
        query: { store_id: storeId, max_pages: maxPages },
        signal: controller.signal,
      });
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    ...mutation,
    cancel() {
      running.current?.abort();
      mutation.reset();
    },
  };
}
