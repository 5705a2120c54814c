import type { Dirent } from 'node:fs';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The ustar form of tar, as POSIX.1-1988 describes it: enough for folders and plain files of less than 8 GB with
 * names of up to 100 bytes.
 */
const BLOCK = 512;
const NAME_BYTES = 100;
const TYPE_FILE = '0';
const TYPE_DIRECTORY = '5';

/** The archive is cut off, damaged or not a tar file at all. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** A small file made of a text. */
export async function* packText(name: string, text: string): AsyncGenerator<Buffer> {
  const body = Buffer.from(text);
  yield header(name, TYPE_FILE, body.length);
  yield padded(body);
}

/** A folder with everything in it, empty folders too, under the name `name`. */
export async function* packFolder(
  folder: string,
  name: string,
  skip: ReadonlySet<string>,
): AsyncGenerator<Buffer> {
  yield header(`${name}/`, TYPE_DIRECTORY, 0);
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const source = path.join(folder, entry.name);
    const target = `${name}/${entry.name}`;
    if (skip.has(entry.name)) continue;
    if (entry.isDirectory()) yield* packFolder(source, target, skip);
    else if (entry.isFile()) yield* packFile(source, target);
  }
}

async function* packFile(source: string, name: string): AsyncGenerator<Buffer> {
  const { size } = await stat(source);
  yield header(name, TYPE_FILE, size);
  if (size === 0) return;
  let sent = 0;
  for await (const chunk of createReadStream(source, { end: size - 1, highWaterMark: 1024 * 1024 })) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== size) throw new ArchiveError(`The file ${source} changed while it was read.`);
  if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK));
}

export function packEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

/** Unpacks into a folder that is there, and answers the names of the files; nothing can land outside of it. */
export async function unpack(source: AsyncIterable<Buffer>, folder: string): Promise<string[]> {
  const names: string[] = [];
  const reader = new BlockReader(source);
  for (;;) {
    const block = await reader.take(BLOCK);
    if (block.every((byte) => byte === 0)) {
      await reader.drain();
      return names;
    }
    const entry = readHeader(block);
    const target = path.resolve(folder, entry.name);
    if (!target.startsWith(path.resolve(folder) + path.sep)) {
      throw new ArchiveError(`It holds a file outside of its own folder: ${entry.name}.`);
    }
    if (entry.type === TYPE_DIRECTORY) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      continue;
    }
    const file = await open(target, 'wx', 0o600);
    try {
      await reader.copyTo(file, entry.size);
      await file.sync();
    } finally {
      await file.close();
    }
    names.push(entry.name);
  }
}

function header(name: string, type: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES)
    throw new ArchiveError(`The name ${name} is too long for the archive.`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(type === TYPE_DIRECTORY ? '0000700\0' : '0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write(type, 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function readHeader(block: Buffer): { name: string; type: string; size: number } {
  const text = (start: number, length: number) =>
    block.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== checksum(block)) {
    throw new ArchiveError('It is damaged or was made by another program.');
  }
  return { name: text(0, NAME_BYTES), type: text(156, 1), size: Number.parseInt(text(124, 12), 8) };
}

/** The sum of the header's bytes, its own field counted as blanks. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

function padded(body: Buffer): Buffer {
  return Buffer.concat([body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

class BlockReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    while (this.#buffer.length < size) this.#buffer = Buffer.concat([this.#buffer, await this.#next()]);
    const taken = this.#buffer.subarray(0, size);
    this.#buffer = this.#buffer.subarray(size);
    return taken;
  }

  async copyTo(file: FileHandle, size: number): Promise<void> {
    let left = size;
    while (left > 0) {
      if (this.#buffer.length === 0) this.#buffer = await this.#next();
      const part = this.#buffer.subarray(0, left);
      await file.write(part);
      left -= part.length;
      this.#buffer = this.#buffer.subarray(part.length);
    }
    await this.take((BLOCK - (size % BLOCK)) % BLOCK);
  }

  /** Reads to the end, so that what is behind the last block is checked too. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done) this.#buffer = Buffer.alloc(0);
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#source.next();
    if (done) throw new ArchiveError('It is cut off.');
    return value;
  }
}
