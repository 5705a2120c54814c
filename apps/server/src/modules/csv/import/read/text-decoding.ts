import { refuseFile } from './file-refusal.ts';

/** Encodings by common name. */
export type FileEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

type DecodedFile = {
  readonly chunks: AsyncIterable<string>;
  /** Known once the chunks have been read; plain ASCII counts as UTF-8. */
  encoding(): FileEncoding;
};

type Decoder = InstanceType<typeof TextDecoder>;
type Label = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const ENCODINGS: Readonly<Record<Label, FileEncoding>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Bytes that identify a format. */
const HEAD_BYTES = 4;
/** Bytes of the longest character in UTF-8. */
const LONGEST_CHARACTER = 4;

/**
 * Decodes a file piece by piece. A byte-order mark decides. Without one, zero bytes mean UTF-16, and the
 * first non-ASCII character tells UTF-8 from Windows-1252, which is hardly ever valid UTF-8.
 */
export function decodeText(file: AsyncIterable<Buffer>): DecodedFile {
  let label: Label | null = null;

  async function* decode(): AsyncGenerator<string, void, void> {
    let decoder: Decoder | null = null;
    let isHead = true;
    let held: Buffer = Buffer.alloc(0);
    for await (const chunk of file) {
      held = Buffer.concat([held, chunk]);
      if (held.length < HEAD_BYTES) continue;
      label ??= (isHead ? labelOfHead(held) : null) ?? labelOfFirstForeign(held, false);
      isHead = false;
      if (label === null) {
        // ASCII is the same in both encodings; the rest waits for the remaining bytes of its character.
        const plain = asciiLength(held);
        yield checked(held.toString('latin1', 0, plain));
        held = held.subarray(plain);
      } else {
        decoder ??= createDecoder(label);
        yield checked(decodeWith(decoder, held, false));
        held = Buffer.alloc(0);
      }
    }
    label ??= (isHead ? labelOfHead(held) : null) ?? labelOfFirstForeign(held, true);
    yield checked(decodeWith(decoder ?? createDecoder(label ?? 'utf-8'), held, true));
  }

  return { chunks: decode(), encoding: () => ENCODINGS[label ?? 'utf-8'] };
}

function labelOfHead(bytes: Buffer): Label | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  return null;
}

/** Null if only ASCII, or the start of a character, was seen so far. */
function labelOfFirstForeign(bytes: Buffer, isLast: boolean): Label | null {
  const start = asciiLength(bytes);
  if (start === bytes.length) return isLast ? 'utf-8' : null;
  if (bytes.length - start < LONGEST_CHARACTER && !isLast) return null;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, start + length));
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function asciiLength(bytes: Buffer): number {
  const foreign = bytes.findIndex((byte) => byte >= 0x80);
  return foreign === -1 ? bytes.length : foreign;
}

function createDecoder(label: Label): Decoder {
  return new TextDecoder(label, { fatal: label !== 'windows-1252' });
}

function decodeWith(decoder: Decoder, bytes: Buffer, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw refuseFile(
      'Some characters of this file cannot be read. Save it again with the encoding UTF-8, in Excel as “CSV UTF-8”, and import that file.',
    );
  }
}

function checked(text: string): string {
  if (text.includes('\0')) {
    throw refuseFile('This is not a text file. Export the table as CSV, and import that file.');
  }
  return text;
}
