const FIRST_SIZE = 8192;

/** Builds the bytes of a message; integers are little-endian unless named otherwise. */
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
    const at = this.#reserve(2);
    this.#length = this.#bytes.writeUInt16LE(value, at);
  }

  i16(value: number): void {
    const at = this.#reserve(2);
    this.#length = this.#bytes.writeInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value, at);
  }

  u32BigEndian(value: number): void {
    const at = this.#reserve(4);
    this.#length = this.#bytes.writeUInt32BE(value, at);
  }

  i32(value: number): void {
    const at = this.#reserve(4);
    this.#length = this.#bytes.writeInt32LE(value, at);
  }

  i64(value: bigint): void {
    const at = this.#reserve(8);
    this.#length = this.#bytes.writeBigInt64LE(value, at);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#length = this.#bytes.writeBigUInt64LE(value, at);
  }

  /** An unsigned integer of up to six bytes. */
  uint(value: number, bytes: number): void {
    const at = this.#reserve(bytes);
    this.#length = this.#bytes.writeUIntLE(value, at, bytes);
  }

  f32(value: number): void {
    const at = this.#reserve(4);
    this.#length = this.#bytes.writeFloatLE(value, at);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
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

  /** Prefixes what `write` writes with its length in bytes (two bytes). */
  withLength(write: () => void): void {
    const at = this.#length;
    this.u16(0);
    write();
    this.#bytes.writeUInt16LE(this.#length - at - 2, at);
  }

  /** Removes and returns a copy of the first bytes. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, count));
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
    return taken;
  }

  /** The offset of the next bytes; the buffer may be reallocated. */
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
