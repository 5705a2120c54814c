import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/problem.ts';

/** Files are deleted after this time. */
const KEPT = `interval '1 day'`;
/** Bytes per statement; more would block the embedded database for others. */
const PART_BYTES = 1024 * 1024;

type Owned = { readonly id: string; readonly ownerId: string };

/**
 * Stores a file for the steps of its import, so it is sent only once and any process can run the next step.
 */
export async function keepFile(
  db: Queryable,
  file: AsyncIterable<Buffer>,
  { ownerId, fileName }: { readonly ownerId: string; readonly fileName: string | null },
): Promise<string> {
  const id = uuidv7();
  await db.query('insert into import_files (id, owner_id, file_name) values ($1, $2, $3)', [
    id,
    ownerId,
    fileName,
  ]);
  try {
    let part = 0;
    for await (const bytes of partsOf(file)) {
      await db.query('insert into import_file_parts (file_id, part, bytes) values ($1, $2, $3)', [
        id,
        part,
        bytes,
      ]);
      part += 1;
    }
  } catch (error) {
    await removeFile(db, id);
    throw error;
  }
  return id;
}

async function* partsOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Refuses a file that is gone, or belongs to somebody else. */
export async function openFile(
  db: Queryable,
  { id, ownerId }: Owned,
): Promise<{ fileName: string | null; bytes: AsyncIterable<Buffer> }> {
  const { rows } = await db.query<{ file_name: string | null }>(
    `select file_name from import_files where id = $1 and owner_id = $2 and created_at > now() - ${KEPT}`,
    [id, ownerId],
  );
  const [row] = rows;
  if (row === undefined) throw new AppError({ code: 'import_not_found' });
  return { fileName: row.file_name, bytes: bytesOf(db, id) };
}

async function* bytesOf(db: Queryable, id: string): AsyncGenerator<Buffer, void, void> {
  for (let part = 0; ; part += 1) {
    const { rows } = await db.query<{ bytes: Uint8Array }>(
      'select bytes from import_file_parts where file_id = $1 and part = $2',
      [id, part],
    );
    const [row] = rows;
    if (row === undefined) return;
    yield Buffer.from(row.bytes);
  }
}

export async function removeFile(db: Queryable, id: string): Promise<void> {
  await db.query('delete from import_files where id = $1', [id]);
}

/** Deletes files that were never planned. */
export async function removeLeftFiles(db: Queryable): Promise<void> {
  await db.query(`delete from import_files where created_at < now() - ${KEPT}`);
}
