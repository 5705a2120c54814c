import { MAPPING_PREVIEW_ROWS } from '@storefleet/contract/stores/mssql/constants';
import type { TablePreview, TablePreviewRequest } from '@storefleet/contract/stores/mssql/mssql';
import type { SqlServers } from '../../connectors/mssql/client/sql-server.ts';
import { parseTableName } from '../../connectors/mssql/identifiers.ts';
import { readTable } from '../../connectors/mssql/mapping/introspection.ts';
import { previewRows } from '../../connectors/mssql/preview/preview.ts';
import { settingsToTest } from '../mssql-stores/settings-to-test.ts';
import { askSource, refusedAt } from '../stores/source-problem.ts';
import { generateMappings } from './generate-mappings.ts';
import { complete } from './new-mappings.ts';

/** Milliseconds for a server to describe a table and return some of its rows. */
const TIMEOUT_MS = 30_000;

/** How a table would be mapped, and its first rows as they would be read, over a connection just entered. */
export async function previewTable(
  sqlServers: SqlServers,
  input: TablePreviewRequest,
  signal?: AbortSignal,
): Promise<TablePreview> {
  const { table, where_clause: whereClause = null } = input;
  const { guard } = sqlServers;
  return askSource(
    async (deadline) => {
      const { server, close } = sqlServers.openFresh(
        settingsToTest({ ...input, forget_connection_string: false }, null),
      );
      try {
        if (whereClause !== null) await refusedAt('where_clause', () => guard.assertCondition(whereClause));
        const columns = await refusedAt('table', () => readTable(server, parseTableName(table), deadline));
        const { mappings: generated, unplacedColumns } = generateMappings(columns, []);
        const mappings = generated.map(complete);
        const shown = { server, guard, table, whereClause, mappings, limit: MAPPING_PREVIEW_ROWS };
        return { ...(await previewRows(shown, deadline)), mappings, unplaced_columns: unplacedColumns };
      } finally {
        // Closing is not awaited; a stopping server does wait for it.
        void close();
      }
    },
    TIMEOUT_MS,
    signal,
  );
}
