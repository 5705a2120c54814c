import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

/** The path of results; Shopify uses another host. */
export const STORAGE_PATH = '/__storage/bulk-operation-outputs/';
const VALID_SECONDS = 7 * 24 * 3600;
/** Older results are removed, so that a long-lived simulator does not fill the disk. */
const MAX_FILES = 50;

const BUFFER_BYTES = 128 * 1024;
/** UTF-8 needs at most three bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** A result, first being written, then complete: an unlinked file, which disappears with the process. */
export class ResultFile {
  readonly handle: FileHandle;
  /** Bytes in the file. */
  size = 0;
  #buffer: Buffer | null = null;
  #pending = 0;

  constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** False if it does not fit before the next flush. */
  add(text: string): boolean {
    const needed = text.length * MAX_BYTES_PER_UNIT;
    this.#buffer ??= Buffer.allocUnsafe(BUFFER_BYTES);
    if (this.#pending + needed > this.#buffer.length) {
      if (this.#pending > 0) return false;
      this.#buffer = Buffer.allocUnsafe(needed);
    }
    this.#pending += this.#buffer.write(text, this.#pending);
    return true;
  }

  async flush(): Promise<void> {
    if (this.#buffer === null || this.#pending === 0) return;
    await this.handle.write(this.#buffer, 0, this.#pending, this.size);
    this.size += this.#pending;
    this.#pending = 0;
  }

  /** Nothing more will be added. */
  seal(): void {
    this.#buffer = null;
  }
}

export type StoredResult = { readonly file: ResultFile; readonly name: string; readonly shop: string };

/** Finished results by the key in their URL. */
export class ResultStorage {
  readonly #clock: Clock;
  readonly #secret = randomBytes(16).toString('hex');
  readonly #results = new Map<string, StoredResult>();
  readonly #files = new Set<ResultFile>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async create(): Promise<ResultFile> {
    const directory = await mkdtemp(join(tmpdir(), 'shopify-simulator-'));
    try {
      const file = new ResultFile(await open(join(directory, 'result.jsonl'), 'w+'));
      this.#files.add(file);
      const [oldest] = this.#files;
      if (oldest !== undefined && this.#files.size > MAX_FILES) await this.discard(oldest);
      return file;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async discard(file: ResultFile): Promise<void> {
    if (!this.#files.delete(file)) return;
    for (const [key, result] of this.#results) if (result.file === file) this.#results.delete(key);
    await file.handle.close();
  }

  /** Publishes a file and returns its signed URL. */
  publish(result: StoredResult, host: string): string {
    const key = randomBytes(14).toString('hex');
    this.#results.set(key, result);
    const expires = Math.floor(this.#clock.now().getTime() / 1000) + VALID_SECONDS;
    const query = new URLSearchParams({
      GoogleAccessId: 'simulator',
      Expires: String(expires),
      Signature: this.#signature(key, expires),
      'response-content-disposition': `attachment; filename="${result.name}"; filename*=UTF-8''${result.name}`,
      'response-content-type': 'application/jsonl',
    });
    return `http://${host}${STORAGE_PATH}${key}?${query}`;
  }

  holds(file: ResultFile): boolean {
    return this.#files.has(file);
  }

  find(key: string): StoredResult | null {
    return this.#results.get(key) ?? null;
  }

  check(key: string, query: URLSearchParams): 'valid' | 'expired' | 'forged' {
    const expires = Number(query.get('Expires'));
    if (query.get('Signature') !== this.#signature(key, expires)) return 'forged';
    return this.#clock.now().getTime() / 1000 < expires ? 'valid' : 'expired';
  }

  async close(): Promise<void> {
    const files = [...this.#files];
    this.#files.clear();
    this.#results.clear();
    await Promise.all(files.map((file) => file.handle.close()));
  }

  #signature(key: string, expires: number): string {
    return createHash('sha256').update(`${this.#secret}/${key}/${expires}`).digest('base64');
  }
}
