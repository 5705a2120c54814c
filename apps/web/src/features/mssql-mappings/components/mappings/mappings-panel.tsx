import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconPlus, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useInPlace } from '../../../../lib/browser/use-in-place.ts';
import { useGenerateMappings } from '../../api/changes.ts';
import { mappingsQuery, tableSchemaQuery } from '../../api/queries.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { GenerationBanner } from './generation-banner.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import classes from './mappings-panel.module.css';
import { MappingsTable } from './mappings-table.tsx';

type Props = {
  store: Store;
  /** Table whose columns are offered. */
  table: string | null;
  /** Whether it is the store's own table. */
  isOwn: boolean;
  readOnlyBecause: string | null;
  onTableMissing: () => void;
};

/** Mappings of columns to fields: generated, added, edited and deleted. */
export function MappingsPanel({ store, table, isOwn, readOnlyBecause, onTableMissing }: Props) {
  const api = useApi();
  const query = useQuery(mappingsQuery(api, store.id));
  const schema = useQuery({ ...tableSchemaQuery(api, store.id, table ?? ''), enabled: table !== null });
  const generation = useGeneration(store.id, table, onTableMissing);
  const adding = useInPlace();
  const [added, setAdded] = useState(0);
  const mappings = query.data;
  const isEmpty = mappings?.length === 0;
  const columns = table === null ? null : (schema.data ?? null);
  const source: MappingSource = { storeId: store.id, table, columns, mappings: mappings ?? [] };

  const buttons = readOnlyBecause === null && mappings && (
    <>
      <Button
        variant={isEmpty ? 'filled' : 'default'}
        size="xs"
        leftSection={<IconWand size={14} aria-hidden />}
        loading={generation.isPending}
        onClick={generation.start}
      >
        Generate Defaults
      </Button>
      {!adding.opened && (
        <Button
          ref={adding.button}
          variant={isEmpty ? 'default' : 'filled'}
          size="xs"
          leftSection={!isEmpty && <IconPlus size={14} aria-hidden />}
          onClick={adding.open}
        >
          Add Mapping
        </Button>
      )}
    </>
  );
  return (
    <Panel
      title="Field Mappings"
      description={describePanel(mappings, readOnlyBecause)}
      actions={!isEmpty && buttons}
    >
      <div className={classes.stack}>
        {generation.banners}
        {adding.opened && (
          <div className={classes.addForm}>
            <MappingEditor
              key={added}
              name="Add mapping"
              source={source}
              mapping={null}
              onSaved={() => setAdded(added + 1)}
              onClose={adding.close}
            />
          </div>
        )}
        {query.error && <QueryErrorBanner title={messages.mappings.loadFailed} query={query} />}
        {isEmpty && (
          <div className={classes.empty}>
            <p className={classes.emptyTitle}>No mappings yet</p>
            {buttons && !adding.opened && (
              <>
                <p className={classes.note}>
                  Mappings say which column fills which field. The columns of{' '}
                  {table === null ? 'a table' : <span className="code">{table}</span>} can be placed by their
                  names; you check and change the result.
                </p>
                <div className={classes.actions}>{buttons}</div>
              </>
            )}
          </div>
        )}
        {(mappings ? !isEmpty : !query.error) && (
          <MappingsTable
            mappings={mappings}
            source={source}
            isOwn={isOwn}
            readOnly={readOnlyBecause !== null}
          />
        )}
      </div>
    </Panel>
  );
}

/** Generates mappings from a table's column names and reports the result. */
function useGeneration(storeId: string, table: string | null, onTableMissing: () => void) {
  const generation = useGenerateMappings(storeId);
  const [tableMissing, setTableMissing] = useState(false);
  const start = () => {
    setTableMissing(table === null);
    if (table === null) onTableMissing();
    else generation.mutate(table);
  };
  const banners = (
    <>
      {tableMissing && table === null && (
        <Banner
          tone="warning"
          title={messages.mappings.tableMissing}
          onDismiss={() => setTableMissing(false)}
        />
      )}
      <FailureBanner
        title={messages.mappings.generateFailed}
        error={generation.error}
        onDismiss={generation.reset}
      />
      {generation.data && (
        <GenerationBanner
          result={generation.data}
          table={generation.variables ?? ''}
          onDismiss={generation.reset}
        />
      )}
    </>
  );
  return { isPending: generation.isPending, start, banners };
}

function describePanel(
  mappings: readonly FieldMapping[] | undefined,
  readOnlyBecause: string | null,
): string | undefined {
  if (readOnlyBecause !== null) return readOnlyBecause;
  if (!mappings || mappings.length === 0) return undefined;
  return `${formatQuantity(mappings.length, 'mapping')}. Changes take effect with the next sync.`;
}
