import { fdatasyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from '../../../sync-files.ts';

/** An open file or folder of the file system PGlite sees; `nfd` is Node's descriptor of a file. */
type Stream = { nfd?: number; node: unknown };
type NodeFiles = { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } };

/** PGlite's files with real fsync where PostgreSQL asks for it; by default there is none. */
export class SyncedFiles extends NodeFS {
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
