import { existsSync, fdatasyncSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { renameDurably, syncPath, syncTree } from '../../../durable-files.ts';
import { FOLDERS } from '../kind.ts';

/** Planner and memory settings for one user on a local disk; everything else is PGlite's default. */
const SETTINGS = [
  'shared_buffers=256MB',
  'work_mem=32MB',
  'maintenance_work_mem=128MB',
  'random_page_cost=1.1',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'lc_messages=C',
  // The sync method that goes through PGlite's own file system.
  'wal_sync_method=fsync',
];

const options = {
  extensions: { pg_trgm },
  // -F would switch fsync off.
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ],
};

export async function openDatabase(dataDir: string): Promise<PGlite> {
  const folder = path.join(dataDir, FOLDERS.pglite);
  if (!existsSync(folder)) await createDatabaseFolder(folder);
  return openFolder(folder);
}

const openFolder = (folder: string) => PGlite.create({ ...options, fs: new SyncedFiles(folder) });

/** An interrupted first start leaves only the draft, which the next one discards. */
async function createDatabaseFolder(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const db = await openFolder(draft);
  // The first files are written without fsync.
  await db.close();
  syncTree(draft);
  renameDurably(draft, folder);
}

/** An open file or folder of the file system PGlite sees; `nfd` is Node's descriptor of a file. */
type Stream = { nfd?: number; node: unknown };
type NodeFiles = { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } };

/** PGlite's files with real fsync where PostgreSQL asks for it; by default there is none. */
class SyncedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args);
    prepared.emscriptenOpts.preRun ??= [];
    prepared.emscriptenOpts.preRun.push((module: { NODEFS: NodeFiles }) => {
      const files = module.NODEFS;
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(files.realPath(stream.node));
        else fdatasyncSync(stream.nfd);
        return 0;
      };
    });
    return prepared;
  }
}
