import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Batch, Digest } from '../move/copy-table.ts';
import type { TableContent } from '../move/fill-database.ts';
import type { Table } from '../move/tables.ts';
import type { SequenceValue } from '../move/target.ts';

export const FORMAT = 'storefleet-backup-2';
/** The first format was an archive of the database's files, which begins with this file's name. */
const OLD_FORMAT = 'backup.json';

export type Manifest = {
  format: string;
  createdAt: string;
  /** Version of the program that wrote it. */
  version: string;
  /** Content of the key file; null if the key was kept elsewhere. */
  key: string | null;
  /** Checksums of the migrations applied to the database. */
  migrations: string[];
};

/**
 * A backup is compressed text with one JSON value per line: the manifest; for every table its name, its rows
 * in batches and their digest; the sequences; and the end, without which the file is incomplete.
 */
export type BackupLine =
  | { manifest: Manifest }
  | { table: Table; total: number }
  | { batch: Batch }
  | { digest: Digest }
  | { sequences: SequenceValue[] }
  | { complete: true };

/** Says in a sentence why a file cannot be restored. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError';
}

/** Reads line by line; throws if a line is missing or of another kind than expected. */
type BackupReader = {
  manifest(): Promise<Manifest>;
  tables(): AsyncGenerator<TableContent>;
  /** Call after the tables: reads to the end. */
  sequences(): Promise<SequenceValue[]>;
  close(): void;
};

export function readBackup(file: string): BackupReader {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on('error', (error) => unpacked.destroy(error));
  const lines = linesOf(unpacked);
  let held: BackupLine | null = null;

  const next = async (): Promise<BackupLine> => {
    if (held !== null) {
      const line = held;
      held = null;
      return line;
    }
    const { value, done } = await lines.next();
    if (done) throw new DamagedBackupError('It is cut off.');
    return value;
  };

  async function* batches(): AsyncGenerator<Batch> {
    for (;;) {
      const line = await next();
      if (!('batch' in line)) {
        held = line;
        return;
      }
      yield line.batch;
    }
  }

  return {
    async manifest() {
      const line = await next();
      if (!('manifest' in line)) throw new DamagedBackupError('It is no backup of this program.');
      if (line.manifest.format !== FORMAT) {
        throw new DamagedBackupError('It was made by another version of this program.');
      }
      return line.manifest;
    },
    async *tables() {
      for (;;) {
        const line = await next();
        if (!('table' in line)) {
          held = line;
          return;
        }
        const digest = async () => {
          const end = await next();
          if (!('digest' in end)) throw new DamagedBackupError('It is damaged.');
          return end.digest;
        };
        yield { ...line, batches: batches(), digest };
      }
    },
    async sequences() {
      const line = await next();
      const end = await next();
      if (!('sequences' in line) || !('complete' in end)) throw new DamagedBackupError('It is damaged.');
      return line.sequences;
    },
    close: () => source.destroy(),
  };
}

async function* linesOf(unpacked: NodeJS.ReadableStream): AsyncGenerator<BackupLine> {
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith(OLD_FORMAT)) {
        throw new DamagedBackupError(
          'It was made by an older version of this program: restore it with that one.',
        );
      }
      yield JSON.parse(line) as BackupLine;
    }
  } catch (error) {
    if (error instanceof DamagedBackupError) throw error;
    throw new DamagedBackupError('It is damaged, cut off or no backup at all.', { cause: error });
  }
}
