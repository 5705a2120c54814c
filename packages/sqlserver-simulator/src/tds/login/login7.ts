import { ByteReader } from '../bytes/byte-reader.ts';

export type Login7 = {
  readonly tdsVersion: number;
  readonly packetSize: number;
  readonly user: string;
  readonly password: string;
  /** Null for the login's default. */
  readonly database: string | null;
  readonly isReadOnlyIntent: boolean;
};

const READ_ONLY_INTENT = 0x20;

/** MS-TDS 2.2.6.4. */
export function parseLogin7(payload: Buffer): Login7 {
  const reader = new ByteReader(payload);
  reader.skip(4); // Length
  const tdsVersion = reader.u32();
  const packetSize = reader.u32();
  reader.skip(12); // ClientProgVer, ClientPID, ConnectionID
  // OptionFlags1: byte order and character set, which are the same for all current clients; OptionFlags2
  reader.skip(2);
  const typeFlags = reader.u8();
  reader.skip(9); // OptionFlags3, ClientTimeZone, ClientLCID

  const place = (): Buffer => {
    const offset = reader.u16();
    return payload.subarray(offset, offset + reader.u16() * 2);
  };
  const text = (): string => place().toString('utf16le');
  text(); // HostName
  const user = text();
  const password = revealPassword(place());
  text(); // AppName
  text(); // ServerName
  reader.skip(12); // Extension, none of whose features are granted; CltIntName, Language
  const database = text();

  return {
    tdsVersion,
    packetSize,
    user,
    password,
    database: database === '' ? null : database,
    isReadOnlyIntent: (typeFlags & READ_ONLY_INTENT) !== 0,
  };
}

/** The client swaps the nibbles of each byte, then XORs with A5. */
function revealPassword(hidden: Buffer): string {
  const bytes = Buffer.from(hidden);
  for (const [index, byte] of bytes.entries()) {
    const swapped = byte ^ 0xa5;
    bytes[index] = ((swapped & 0x0f) << 4) | (swapped >> 4);
  }
  return bytes.toString('utf16le');
}
