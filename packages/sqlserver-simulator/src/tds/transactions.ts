import type { EngineSession } from '../engine/engine.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { TransactionRequest } from './requests.ts';
import { writeTransactionBegun, writeTransactionEnded } from './tokens.ts';

/**
 * Tells the client when a transaction has begun or ended, whoever did it: the client, a batch or an error.
 */
export class TransactionAnnouncer {
  readonly #session: EngineSession;
  readonly #connection: number;
  #count = 0;
  /** Of the transaction that the client knows of. */
  #descriptor: Buffer | null = null;
  /** The name it was begun with. */
  name = '';

  constructor(session: EngineSession, connection: number) {
    this.#session = session;
    this.#connection = connection;
  }

  announce(writer: ByteWriter, ending: 'committed' | 'rolled back'): void {
    const isOpen = this.#session.transactionDepth > 0;
    if (isOpen && this.#descriptor === null) {
      this.#count += 1;
      this.#descriptor = Buffer.alloc(8);
      this.#descriptor.writeUInt32LE(this.#count, 0);
      this.#descriptor.writeUInt32LE(this.#connection, 4);
      writeTransactionBegun(writer, this.#descriptor);
    } else if (!isOpen && this.#descriptor !== null) {
      writeTransactionEnded(writer, ending, this.#descriptor);
      this.#descriptor = null;
      this.name = '';
    }
  }
}

/** As the log and faults name it. */
export function transactionText(request: TransactionRequest): string {
  const verb = { begin: 'BEGIN', commit: 'COMMIT', rollback: 'ROLLBACK', save: 'SAVE' }[request.kind];
  return `${verb} TRANSACTION ${request.name}`.trimEnd();
}

/** Throws the SqlServerErrors of the session, 3902 and 3903 among them. */
export function runTransactionRequest(
  request: TransactionRequest,
  session: EngineSession,
  transactions: TransactionAnnouncer,
  writer: ByteWriter,
): void {
  switch (request.kind) {
    case 'begin':
      session.beginTransaction(request.isolation);
      transactions.announce(writer, 'committed');
      transactions.name = request.name;
      return;
    case 'commit':
      session.commitTransaction();
      transactions.announce(writer, 'committed');
      break;
    case 'rollback': {
      const isWhole = request.name === '' || request.name === transactions.name;
      session.rollbackTransaction(isWhole ? undefined : request.name);
      transactions.announce(writer, 'rolled back');
      break;
    }
    case 'save':
      session.saveTransaction(request.name);
      return;
  }
  if (!request.begins) return;
  session.beginTransaction();
  transactions.announce(writer, 'committed');
}
