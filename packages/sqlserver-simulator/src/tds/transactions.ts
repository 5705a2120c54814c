import type { Session } from '../engine/session.ts';
import type { ByteWriter } from './bytes/byte-writer.ts';
import { writeTransactionBegun, writeTransactionEnded } from './tokens.ts';

/** Tells the client when a transaction begins or ends, whether by the client, a batch or an error. */
export class TransactionAnnouncer {
  readonly #session: Session;
  readonly #connection: number;
  #count = 0;
  /** The transaction known to the client. */
  #descriptor: Buffer | null = null;

  constructor(session: Session, connection: number) {
    this.#session = session;
    this.#connection = connection;
  }

  announce(writer: ByteWriter, ending: 'committed' | 'rolled back'): void {
    const isOpen = this.#session.transaction.depth > 0;
    if (isOpen && this.#descriptor === null) {
      this.#count += 1;
      this.#descriptor = Buffer.alloc(8);
      this.#descriptor.writeUInt32LE(this.#count, 0);
      this.#descriptor.writeUInt32LE(this.#connection, 4);
      writeTransactionBegun(writer, this.#descriptor);
    } else if (!isOpen && this.#descriptor !== null) {
      writeTransactionEnded(writer, ending, this.#descriptor);
      this.#descriptor = null;
    }
  }
}
