import { NativeSelect } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { useUpdateStore } from '../../stores/api/changes.ts';
import { mappingPreviewQuery, tableSchemaQuery } from '../api/queries.ts';

const ROWVERSION = 'rowversion';
/** Types for an increasing number or a time. */
const TELLS_CHANGES =
  /^(rowversion|tinyint|smallint|int|bigint|decimal|numeric|(small)?datetime|datetime2|datetimeoffset)\b/;

type Props = { store: Store; table: string; readOnlyBecause: string | null };

/** The column by which a sync of changes detects changed rows. */
export function ChangeColumn({ store, table, readOnlyBecause }: Props) {
  const api = useApi();
  const { data: columns = [] } = useQuery(tableSchemaQuery(api, store.id, table));
  const { data: unseen = [] } = useQuery({
    ...mappingPreviewQuery(api, store.id, null),
    select: (preview) => preview.table.full_sync_only,
  });
  const change = useUpdateStore(store.id);
  const fit = columns.filter(({ data_type: type }) => TELLS_CHANGES.test(type));
  const own = fit.find(({ data_type: type }) => type === ROWVERSION);
  const chosen = store.mssql_change_column;
  const names = new Set([...fit.map(({ column_name: name }) => name), ...(chosen === null ? [] : [chosen])]);
  return (
    <>
      <NativeSelect
        label="Find changed rows by"
        description={
          chosen === null && own === undefined && columns.length > 0
            ? 'This table has no rowversion column. Choose a column with the time of the last change, or with an increasing number, that every change of a row sets; or add a rowversion column to the table.'
            : 'For syncs of changes. A rowversion finds every change. A time or number finds the changes that set it; the next full sync finds the rest.'
        }
        disabled={readOnlyBecause !== null || change.isPending}
        data={[
          {
            value: '',
            label:
              own === undefined ? 'Nothing: always sync everything' : `The rowversion ${own.column_name}`,
          },
          ...[...names]
            .filter((name) => name !== own?.column_name)
            .map((name) => ({ value: name, label: name })),
        ]}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change.mutate(
            { mssql_change_column: value === '' ? null : value, based_on: { mssql_change_column: chosen } },
            { onSuccess: () => announce(messages.stores.mssqlUpdated) },
          )
        }
      />
      {unseen.length > 0 && (
        <p className="note">
          What changes only in {unseen.join(' or ')} is found by full syncs alone: it has no rowversion
          column. Add one, or choose another column in its mappings.
        </p>
      )}
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </>
  );
}
