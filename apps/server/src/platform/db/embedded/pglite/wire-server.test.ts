import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../../database.ts';
import { socketPath } from '../database-connection.ts';
import { pgliteConnection } from './pglite-database.ts';
import { startWireServer } from './wire-server.ts';

it.each(['PANIC', 'FATAL'])('stops using the backend after its %s', async (severity) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  const failed = Promise.withResolvers<unknown>();
  const fields = [
    `S${severity}`,
    `V${severity}`,
    'C53100',
    'Mcould not write to file "pg_wal/xlogtemp.42"',
    '',
  ];
  const body = Buffer.from(`${fields.join('\0')}\0`);
  const header = Buffer.from([0x45, 0, 0, 0, body.length + 4]);
  const wire = await startWireServer({
    db: {
      query: () => Promise.resolve({ rows: [], fields: [] }),
      exec: () => Promise.resolve([]),
      isInTransaction: () => false,
      runExclusive: (work) => work(),
      execProtocolRawStream: async (_bytes, { onRawData }) => onRawData(Buffer.concat([header, body])),
    },
    socketPath: socketPath(folder),
    onBackendFailure: failed.resolve,
  });
  const db = connectDatabase(pgliteConnection(folder));
  const asked = db.query('select 1').catch(() => {});
  onTestFinished(async () => {
    await wire.close();
    await asked;
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  expect(String(await failed.promise)).toContain('could not write to file');
});
