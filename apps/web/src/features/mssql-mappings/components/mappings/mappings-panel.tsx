import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconPlus, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { useGenerateMappings } from '../../api/generate-mappings.ts';
import { tableSchemaQuery } from '../../api/get-table-schema.ts';
import { mappingsQuery } from '../../api/list-mappings.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { AddMappingForm } from './add-mapping-form.tsx';
import { GenerationBanner } from './generation-banner.tsx';
import classes from './mappings-panel.module.css';
import { MappingsTable } from './mappings-table.tsx';

type Props = {
  store: Store;
  /** The table whose columns are offered. */
  table: string | null;
  /** Whether that is the table of the store. */
  isOwn: boolean;
  readOnlyBecause: string | null;
  onTableMissing: () => void;
};

/** Which column fills which field: made from the column names, added, changed and deleted. */
export function MappingsPanel({ store, table, isOwn, readOnlyBecause, onTableMissing }: Props) {
  const api = useApi();
  const query = useQuery(mappingsQuery(api, store.id));
  const schema = useQuery({ ...tableSchemaQuery(api, store.id, table ?? ''), enabled: table !== null });
  const generation = useGenerateMappings(store.id);
  const [tableMissing, setTableMissing] = useState(false);
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);

  const source: MappingSource = {
    storeId: store.id,
    table,
    columns: table === null ? null : (schema.data ?? null),
    mappings: query.data ?? [],
  };

  const generate = () => {
    if (generation.isPending) return;
    setTableMissing(table === null);
    if (table === null) return onTableMissing();
    generation.mutate(table);
  };

  /** The keyboard goes on where it was before. */
  const closeForm = () => {
    flushSync(() => setAdding(false));
    addButton.current?.focus();
  };

  const generateButton = (isNextStep: boolean) => (
    <Button
      variant={isNextStep ? 'filled' : 'default'}
      size="xs"
      leftSection={<IconWand size={14} aria-hidden />}
      loading={generation.isPending}
      onClick={generate}
    >
      Generate Defaults
    </Button>
  );

  const isEmpty = query.data?.length === 0;
  return (
    <Panel
      title="Field Mappings"
      description={describePanel(query.data, readOnlyBecause)}
      actions={
        readOnlyBecause === null &&
        query.data &&
        !isEmpty && (
          <>
            {generateButton(false)}
            {!adding && (
              <Button
                ref={addButton}
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                Add Mapping
              </Button>
            )}
          </>
        )
      }
    >
      <div className={classes.stack}>
        {tableMissing && table === null && (
          <Banner
            tone="warning"
            title={messages.mappings.tableMissing}
            onDismiss={() => setTableMissing(false)}
          />
        )}
        {generation.error && (
          <Banner tone="danger" title={messages.mappings.generateFailed} onDismiss={generation.reset}>
            {describeError(generation.error)}
          </Banner>
        )}
        {generation.data && (
          <GenerationBanner
            result={generation.data}
            table={generation.variables ?? ''}
            onDismiss={generation.reset}
          />
        )}
        {adding && <AddMappingForm source={source} onClose={closeForm} />}
        <MappingList
          query={query}
          empty={
            readOnlyBecause === null &&
            !adding && (
              <>
                <p className={classes.note}>
                  Mappings say which column fills which field. The columns of{' '}
                  {table === null ? 'a table' : <span className="code">{table}</span>} can be placed by their
                  names; you check and change the result.
                </p>
                <div className={classes.actions}>
                  {generateButton(true)}
                  <Button ref={addButton} variant="default" size="xs" onClick={() => setAdding(true)}>
                    Add Mapping
                  </Button>
                </div>
              </>
            )
          }
          list={(mappings) => (
            <MappingsTable
              mappings={mappings}
              source={source}
              isOwn={isOwn}
              readOnly={readOnlyBecause !== null}
            />
          )}
        />
      </div>
    </Panel>
  );
}

type ListProps = {
  query: {
    data: FieldMapping[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  empty: ReactNode;
  list: (mappings: readonly FieldMapping[] | undefined) => ReactNode;
};

function MappingList({ query, empty, list }: ListProps) {
  const { data: mappings, error, isFetching } = query;
  return (
    <>
      {error && (
        <Banner tone="danger" title={messages.mappings.loadFailed}>
          {describeError(error)}{' '}
          <Button
            variant="default"
            size="compact-xs"
            loading={isFetching}
            onClick={() => void query.refetch()}
          >
            Retry
          </Button>
        </Banner>
      )}
      {mappings?.length === 0 && (
        <div className={classes.empty}>
          <p className={classes.emptyTitle}>No mappings yet</p>
          {empty}
        </div>
      )}
      {(mappings ? mappings.length > 0 : !error) && list(mappings)}
    </>
  );
}

function describePanel(
  mappings: readonly FieldMapping[] | undefined,
  readOnlyBecause: string | null,
): string | undefined {
  if (readOnlyBecause !== null) return readOnlyBecause;
  if (!mappings || mappings.length === 0) return undefined;
  return `${formatQuantity(mappings.length, 'mapping')}. Changes take effect with the next sync.`;
}
