import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

/** The path under which results are served; at Shopify another host does it. */
export const STORAGE_PATH = '/__storage/bulk-operation-outputs/';
const VALID_SECONDS = 7 * 24 * 3600;
/** Older results are given up, so that a long-lived simulator does not fill the disk. */
const MAX_FILES = 50;

/** UTF-16 units that are written at once. */
const WRITTEN_AT_ONCE = 128 * 1024;

/**
 * A result under construction, then complete: a file without a name, which ends with the process whatever
 * happens.
 */
export class ResultFile {
  readonly handle: FileHandle;
  /** Bytes in the file. */
  size = 0;
  #pending = '';

  constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** True: a flush is due. */
  add(text: string): boolean {
    this.#pending += text;
    return this.#pending.length >= WRITTEN_AT_ONCE;
  }

  async flush(): Promise<void> {
    if (this.#pending === '') return;
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    await this.handle.write(bytes, 0, bytes.length, this.size);
    this.size += bytes.length;
  }
}

export type StoredResult = { readonly file: ResultFile; readonly name: string; readonly shop: string };

/** Finished results by their key in the address. */
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

  /** Publishes a file and returns its signed address. */
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
