import { PRODUCT_VERSION } from '../../run/version.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';

/** MS-TDS 2.2.6.5: options of PRELOGIN. */
const OPTION = {
  version: 0x00,
  encryption: 0x01,
  instance: 0x02,
  threadId: 0x03,
  mars: 0x04,
  terminator: 0xff,
};

const ENCRYPTION = { off: 0x00, on: 0x01, notSupported: 0x02, required: 0x03 } as const;

/**
 * The server's setting: `off` does not support encryption, `on` encrypts if the client wants it, `required`
 * always.
 */
export type EncryptMode = 'off' | 'on' | 'required';

type Encryption = {
  /** The ENCRYPTION byte of the response. */
  readonly answer: number;
  /** `login`: only LOGIN7 is encrypted. `refused`: no agreement is possible. */
  readonly extent: 'none' | 'login' | 'all' | 'refused';
};

type Prelogin = { readonly encryption: number; readonly instance: string };

export function parsePrelogin(payload: Buffer): Prelogin {
  const reader = new ByteReader(payload);
  let encryption: number = ENCRYPTION.notSupported;
  let instance = '';
  for (let token = reader.u8(); token !== OPTION.terminator; token = reader.u8()) {
    // Offset and length are big-endian, with the offset from the start of the message.
    const offset = reader.bytes(2).readUInt16BE();
    const length = reader.bytes(2).readUInt16BE();
    const data = payload.subarray(offset, offset + length);
    if (token === OPTION.encryption) encryption = data.at(0) ?? ENCRYPTION.notSupported;
    if (token === OPTION.instance) instance = data.toString('latin1').replace(/\0.*$/s, '');
  }
  return { encryption, instance };
}

/** MS-TDS 2.2.6.5, the negotiation table. */
export function negotiateEncryption(client: number, server: EncryptMode): Encryption {
  if (server === 'off') {
    const wanted = client === ENCRYPTION.on || client === ENCRYPTION.required;
    return { answer: ENCRYPTION.notSupported, extent: wanted ? 'refused' : 'none' };
  }
  if (server === 'required') {
    if (client === ENCRYPTION.notSupported) return { answer: ENCRYPTION.required, extent: 'refused' };
    return { answer: client === ENCRYPTION.on ? ENCRYPTION.on : ENCRYPTION.required, extent: 'all' };
  }
  switch (client) {
    case ENCRYPTION.notSupported:
      return { answer: ENCRYPTION.notSupported, extent: 'none' };
    case ENCRYPTION.off:
      return { answer: ENCRYPTION.off, extent: 'login' };
    default:
      return { answer: ENCRYPTION.on, extent: 'all' };
  }
}

/** `instanceFits`: whether the requested instance is this one. */
export function preloginAnswer(options: { encryption: number; instanceFits: boolean }): Buffer {
  const [major, minor, build] = PRODUCT_VERSION;
  const version = Buffer.alloc(6);
  version.writeUInt8(major, 0);
  version.writeUInt8(minor, 1);
  version.writeUInt16BE(build, 2);
  const data: [number, Buffer][] = [
    [OPTION.version, version],
    [OPTION.encryption, Buffer.from([options.encryption])],
    [OPTION.instance, Buffer.from([options.instanceFits ? 0 : 1])],
    [OPTION.threadId, Buffer.alloc(0)],
    [OPTION.mars, Buffer.from([0])],
  ];
  const writer = new ByteWriter();
  let offset = data.length * 5 + 1;
  for (const [token, bytes] of data) {
    writer.u8(token);
    const place = Buffer.alloc(4);
    place.writeUInt16BE(offset, 0);
    place.writeUInt16BE(bytes.length, 2);
    writer.bytes(place);
    offset += bytes.length;
  }
  writer.u8(OPTION.terminator);
  for (const [, bytes] of data) writer.bytes(bytes);
  return writer.take(writer.length);
}
