import { TdsProtocolError } from './byte-reader.ts';

/** MS-TDS 2.2.3.1.1: message types. */
export const PACKET = {
  sqlBatch: 0x01,
  rpc: 0x03,
  tabularResult: 0x04,
  attention: 0x06,
  bulkLoad: 0x07,
  transactionManager: 0x0e,
  login7: 0x10,
  sspi: 0x11,
  prelogin: 0x12,
} as const;

const TYPES: ReadonlySet<number> = new Set(Object.values(PACKET));

/** MS-TDS 2.2.3.1.2: bits of a packet's status. */
export const STATUS = {
  endOfMessage: 0x01,
  ignore: 0x02,
  /** Including 0x10, which keeps the transaction. */
  reset: 0x18,
} as const;

export const HEADER_LENGTH = 8;

export type Message = {
  readonly type: number;
  readonly payload: Buffer;
  /** The client aborted the message while sending it, and expects a response without execution. */
  readonly isIgnored: boolean;
};

/** MS-TDS 2.2.3.1: one packet with its header. */
export function packet(options: { type: number; status: number; id: number; body: Buffer }): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_LENGTH + options.body.length);
  writeHeader(bytes, 0, { ...options, length: bytes.length });
  options.body.copy(bytes, HEADER_LENGTH);
  return bytes;
}

export function writeHeader(
  bytes: Buffer,
  at: number,
  { type, status, length, id }: { type: number; status: number; length: number; id: number },
): void {
  bytes.writeUInt8(type, at);
  bytes.writeUInt8(status, at + 1);
  // Unlike all other numbers, the length is big-endian; it includes the header.
  bytes.writeUInt16BE(length, at + 2);
  bytes.writeUInt16BE(0, at + 4); // SPID
  bytes.writeUInt8(id % 256, at + 6);
  bytes.writeUInt8(0, at + 7); // Window
}

/** Assembles packets into messages. */
export class MessageReader {
  #pending: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  readonly #onMessage: (message: Message) => void;

  constructor(onMessage: (message: Message) => void) {
    this.#onMessage = onMessage;
  }

  /** Whether the next byte starts a packet. */
  get isBetweenPackets(): boolean {
    return this.#pending.length === 0;
  }

  /** Throws TdsProtocolError for an invalid header. */
  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= HEADER_LENGTH) {
      const type = this.#pending.readUInt8(0);
      if (!TYPES.has(type)) throw new TdsProtocolError(`There are no packets of type ${type}.`);
      const length = this.#pending.readUInt16BE(2);
      if (length < HEADER_LENGTH) throw new TdsProtocolError(`A packet cannot be ${length} bytes long.`);
      if (this.#pending.length < length) return;
      this.#takePacket(this.#pending.subarray(0, length));
      this.#pending = this.#pending.subarray(length);
    }
  }

  #takePacket(bytes: Buffer): void {
    const status = bytes.readUInt8(1);
    if ((status & STATUS.reset) !== 0) throw new TdsProtocolError('Connections are not reset here.');
    this.#parts.push(bytes.subarray(HEADER_LENGTH));
    if ((status & STATUS.endOfMessage) === 0) return;
    const message: Message = {
      type: bytes.readUInt8(0),
      payload: Buffer.concat(this.#parts),
      isIgnored: (status & STATUS.ignore) !== 0,
    };
    this.#parts = [];
    this.#onMessage(message);
  }
}
