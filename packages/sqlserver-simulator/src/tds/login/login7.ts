import { ByteReader, TdsProtocolError } from '../bytes/byte-reader.ts';

export type Login7 = {
  readonly tdsVersion: number;
  readonly packetSize: number;
  readonly hostName: string;
  readonly user: string;
  readonly password: string;
  readonly appName: string;
  /** Null: the login's own default. */
  readonly database: string | null;
  readonly isReadOnlyIntent: boolean;
  /** Identifiers of the features asked for. */
  readonly features: readonly number[];
};

/** MS-TDS 2.2.6.4: FeatureId. */
export const FEATURE = { utf8: 0x0a, terminator: 0xff };

const READ_ONLY_INTENT = 0x20;
const HAS_EXTENSION = 0x10;

/** MS-TDS 2.2.6.4. */
export function parseLogin7(payload: Buffer): Login7 {
  const reader = new ByteReader(payload);
  const length = reader.u32();
  if (length > payload.length)
    throw new TdsProtocolError('The login is shorter than the length it announces.');
  const tdsVersion = reader.u32();
  const packetSize = reader.u32();
  reader.skip(12); // ClientProgVer, ClientPID, ConnectionID
  // OptionFlags1: byte order and character set, which all clients of today set alike; OptionFlags2
  reader.skip(2);
  const typeFlags = reader.u8();
  const optionFlags3 = reader.u8();
  reader.skip(8); // ClientTimZone, ClientLCID

  const place = (): Buffer => {
    const offset = reader.u16();
    return payload.subarray(offset, offset + reader.u16() * 2);
  };
  const text = (): string => place().toString('utf16le');
  const hostName = text();
  const user = text();
  const password = revealPassword(place());
  const appName = text();
  text(); // ServerName
  const extensionOffset = reader.u16();
  reader.skip(2);
  reader.skip(8); // CltIntName, Language
  const database = text();

  return {
    tdsVersion,
    packetSize,
    hostName,
    user,
    password,
    appName,
    database: database === '' ? null : database,
    isReadOnlyIntent: (typeFlags & READ_ONLY_INTENT) !== 0,
    features: (optionFlags3 & HAS_EXTENSION) === 0 ? [] : readFeatures(payload, extensionOffset),
  };
}

/** The client swaps the halves of each byte and then XORs with A5. */
function revealPassword(hidden: Buffer): string {
  const bytes = Buffer.from(hidden);
  for (const [index, byte] of bytes.entries()) {
    const swapped = byte ^ 0xa5;
    bytes[index] = ((swapped & 0x0f) << 4) | (swapped >> 4);
  }
  return bytes.toString('utf16le');
}

/** The extension holds the offset of the features: identifier, length, data, until FF. */
function readFeatures(payload: Buffer, extensionOffset: number): number[] {
  const offset = new ByteReader(payload.subarray(extensionOffset)).u32();
  const reader = new ByteReader(payload.subarray(offset));
  const features: number[] = [];
  for (let id = reader.u8(); id !== FEATURE.terminator; id = reader.u8()) {
    features.push(id);
    reader.skip(reader.u32());
  }
  return features;
}
