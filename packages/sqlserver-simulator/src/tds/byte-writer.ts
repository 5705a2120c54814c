const FIRST_SIZE = 8192;

/** Bytes of a message in the making; integers are little-endian unless named otherwise. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  u16(value: number): void {
    this.#length = this.#bytes.writeUInt16LE(value, this.#reserve(2));
  }

  i16(value: number): void {
    this.#length = this.#bytes.writeInt16LE(value, this.#reserve(2));
  }

  u32(value: number): void {
    this.#length = this.#bytes.writeUInt32LE(value, this.#reserve(4));
  }

  u32BigEndian(value: number): void {
    this.#length = this.#bytes.writeUInt32BE(value, this.#reserve(4));
  }

  i32(value: number): void {
    this.#length = this.#bytes.writeInt32LE(value, this.#reserve(4));
  }

  i64(value: bigint): void {
    this.#length = this.#bytes.writeBigInt64LE(value, this.#reserve(8));
  }

  u64(value: bigint): void {
    this.#length = this.#bytes.writeBigUInt64LE(value, this.#reserve(8));
  }

  /** An unsigned integer of any number of bytes up to six. */
  uint(value: number, bytes: number): void {
    this.#length = this.#bytes.writeUIntLE(value, this.#reserve(bytes), bytes);
  }

  f32(value: number): void {
    this.#length = this.#bytes.writeFloatLE(value, this.#reserve(4));
  }

  f64(value: number): void {
    this.#length = this.#bytes.writeDoubleLE(value, this.#reserve(8));
  }

  bytes(value: Uint8Array): void {
    this.#bytes.set(value, this.#reserve(value.length));
    this.#length += value.length;
  }

  /** UTF-16 without a length. */
  ucs2(text: string): void {
    const at = this.#reserve(text.length * 2);
    this.#length += this.#bytes.write(text, at, 'utf16le');
  }

  /** B_VARCHAR: the number of characters in one byte, then the text. */
  bVarchar(text: string): void {
    this.u8(text.length);
    this.ucs2(text);
  }

  /** US_VARCHAR: the number of characters in two bytes, then the text. */
  usVarchar(text: string): void {
    this.u16(text.length);
    this.ucs2(text);
  }

  /** Writes what `write` writes, with its length in bytes (two of them) in front. */
  withLength(write: () => void): void {
    const at = this.#length;
    this.u16(0);
    write();
    this.#bytes.writeUInt16LE(this.#length - at - 2, at);
  }

  /** Copies out and forgets the first bytes. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, count));
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
    return taken;
  }

  #reserve(count: number): number {
    const needed = this.#length + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#length;
  }
}
