import { Button, FileButton, Group, Textarea } from '@mantine/core';
import type { ExchangeRates } from '@storefleet/contract/articles/rules';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Overtaken, useTypedOver } from '../../../components/unsaved/typed-over.tsx';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { ratesQuery, useSaveRates } from '../compare-queries.ts';
import { printRates, readRates } from './rates-text.ts';
import classes from './rules.module.css';

/** Exchange rates for rules: typed or pasted, one currency pair per line. */
export function RatesPanel() {
  const query = useQuery(ratesQuery(useApi()));
  return (
    <Panel
      title="Exchange rates"
      description="For rules that convert between currencies. Enter the rates yourself; none are fetched."
    >
      {query.error && !query.data && <QueryErrorBanner title="The rates could not be read." query={query} />}
      {query.data && <RatesForm rates={query.data} />}
    </Panel>
  );
}

function RatesForm({ rates }: { rates: ExchangeRates }) {
  const draft = useTypedOver(printRates(rates.rates), rates.version);
  const { value: text, type: setText } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSaveRates();
  useUnsavedWork(draft.isDirty);
  /** Nothing is saved until reviewed. */
  const fill = async (file: File | null) => {
    if (file === null) return;
    setText((await file.text()).trim());
    setProblem(null);
  };
  const reset = () => {
    draft.reset();
    setProblem(null);
    saving.reset();
  };
  const save = () => {
    const read = readRates(text);
    if ('problem' in read) return setProblem(read.problem);
    saving.mutate(
      { rates: read.rates, version: rates.version },
      {
        onSuccess: () => {
          draft.reset();
          announce(`${formatQuantity(read.rates.length, 'rate')} saved.`);
        },
      },
    );
  };
  return (
    <Permitted call="rules.saveRates">
      <Textarea
        aria-label="Exchange rates, one pair a line"
        className={classes.rates}
        placeholder={'CHF EUR 1.0523\nEUR USD 1.08'}
        rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
        value={text}
        error={problem}
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      {draft.isOvertaken && !saving.isPending && <Overtaken saveLabel="Save rates" />}
      <FailureBanner title="Failed to save the rates." error={saving.error} onDismiss={saving.reset} />
      <Group justify="flex-end" gap="xs" mt="xs">
        <FileButton accept=".csv,.tsv,.txt" onChange={(file) => void fill(file)}>
          {(picker) => (
            <Button variant="default" size="xs" mr="auto" {...picker}>
              From a file…
            </Button>
          )}
        </FileButton>
        <Button variant="default" size="xs" disabled={!draft.isDirty} onClick={reset}>
          Reset
        </Button>
        <Button size="xs" disabled={!draft.isDirty} loading={saving.isPending} onClick={save}>
          Save rates
        </Button>
      </Group>
    </Permitted>
  );
}
