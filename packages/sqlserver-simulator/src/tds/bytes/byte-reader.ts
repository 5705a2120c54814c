/** The client violated the protocol; the connection is closed. */
export class TdsProtocolError extends Error {
  override readonly name = 'TdsProtocolError';
}

/**
 * Reads a message from start to end; integers are little-endian. Throws TdsProtocolError if it is too short.
 */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#advance(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#advance(4));
  }

  i32(): number {
    return this.#bytes.readInt32LE(this.#advance(4));
  }

  i64(): bigint {
    return this.#bytes.readBigInt64LE(this.#advance(8));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8));
  }

  f64(): number {
    return this.#bytes.readDoubleLE(this.#advance(8));
  }

  bytes(count: number): Buffer {
    const at = this.#advance(count);
    return this.#bytes.subarray(at, at + count);
  }

  ucs2(characters: number): string {
    return this.bytes(characters * 2).toString('utf16le');
  }

  bVarchar(): string {
    return this.ucs2(this.u8());
  }

  rest(): Buffer {
    return this.bytes(this.#bytes.length - this.#position);
  }

  skip(count: number): void {
    this.#advance(count);
  }

  #advance(count: number): number {
    const at = this.#position;
    if (count < 0 || at + count > this.#bytes.length) {
      throw new TdsProtocolError(
        `The message ends in the middle of a value: ${count} bytes are missing at offset ${at}.`,
      );
    }
    this.#position = at + count;
    return at;
  }
}
