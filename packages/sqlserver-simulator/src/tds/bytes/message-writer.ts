import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteWriter } from './byte-writer.ts';
import { HEADER_LENGTH, PACKET, STATUS, writeHeader } from './packets.ts';

/** Bytes buffered before they are sent. */
const FLUSH_SIZE = 32 * 1024;

/** A response: split into packets, with backpressure from a slow client. */
export class MessageWriter extends ByteWriter {
  readonly #output: Writable;
  readonly #capacity: number;
  #packetId = 1;

  constructor(output: Writable, packetSize: number) {
    super();
    this.#output = output;
    this.#capacity = packetSize - HEADER_LENGTH;
  }

  get isDue(): boolean {
    return this.length >= FLUSH_SIZE;
  }

  /**
   * Sends all full packets; with `all` everything, including a short last packet. Waits until the client
   * accepts more.
   */
  async flush(amount: 'whole packets' | 'all' = 'whole packets', signal?: AbortSignal): Promise<void> {
    // Keeps the last packet until the end, which it has to mark.
    const count =
      amount === 'all' ? this.length : Math.floor((this.length - 1) / this.#capacity) * this.#capacity;
    if (count > 0) await this.#send(this.#packets(this.take(count), 0), signal);
  }

  async end(): Promise<void> {
    await this.#send(this.#packets(this.take(this.length), STATUS.endOfMessage));
  }

  #packets(body: Buffer, lastStatus: number): Buffer {
    const count = Math.max(1, Math.ceil(body.length / this.#capacity));
    const bytes = Buffer.allocUnsafe(body.length + count * HEADER_LENGTH);
    for (let index = 0; index < count; index += 1) {
      const part = body.subarray(index * this.#capacity, (index + 1) * this.#capacity);
      const at = index * (this.#capacity + HEADER_LENGTH);
      writeHeader(bytes, at, {
        type: PACKET.tabularResult,
        status: index === count - 1 ? lastStatus : 0,
        length: part.length + HEADER_LENGTH,
        id: this.#packetId,
      });
      this.#packetId += 1;
      part.copy(bytes, at + HEADER_LENGTH);
    }
    return bytes;
  }

  async #send(bytes: Buffer, signal?: AbortSignal): Promise<void> {
    // Rows come from the engine without yielding to the event loop; an attention or a disconnect needs a turn
    // to stop them.
    if (this.#output.destroyed || this.#output.write(bytes)) {
      await nextTurn();
      return;
    }
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        this.#output.off('drain', settle);
        this.#output.off('close', settle);
        signal?.removeEventListener('abort', settle);
        resolve();
      };
      this.#output.on('drain', settle);
      this.#output.on('close', settle);
      signal?.addEventListener('abort', settle);
      if (signal?.aborted === true) settle();
    });
  }
}
