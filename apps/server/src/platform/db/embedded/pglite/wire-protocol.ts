/**
 * The part of PostgreSQL's frontend/backend protocol 3.0 needed to pass requests to an embedded backend:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

type FrontendEvent =
  | { kind: 'refuse-encryption' }
  | { kind: 'startup' }
  | { kind: 'terminate' }
  /** Messages that must reach the backend together, with none of another connection in between. */
  | { kind: 'request'; bytes: Uint8Array; endsWithSync: boolean };

const SSL_REQUEST = 80_877_103;
const GSS_ENCRYPTION_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

const QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const FLUSH = 'H'.charCodeAt(0);
const FUNCTION_CALL = 'F'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

/** Splits what a client sends into requests, whatever chunks it arrives in. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes that must have arrived before the next message can be parsed. */
  #needed = 8;
  #started = false;
  #request: Buffer[] = [];

  push(chunk: Buffer): FrontendEvent[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const events: FrontendEvent[] = [];
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size);
    for (;;) {
      this.#needed = this.#messageLength(rest);
      if (rest.length < this.#needed) break;
      const message = rest.subarray(0, this.#needed);
      rest = rest.subarray(this.#needed);
      const event = this.#started ? this.#read(message) : this.#readStartup(message);
      if (event) events.push(event);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return events;
  }

  #messageLength(buffer: Buffer): number {
    if (!this.#started) return buffer.length < 8 ? 8 : Math.max(8, buffer.readInt32BE(0));
    return buffer.length < 5 ? 5 : 1 + Math.max(4, buffer.readInt32BE(1));
  }

  #readStartup(message: Buffer): FrontendEvent {
    const code = message.readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_ENCRYPTION_REQUEST) return { kind: 'refuse-encryption' };
    if (code === CANCEL_REQUEST) return { kind: 'terminate' };
    this.#started = true;
    return { kind: 'startup' };
  }

  #read(message: Buffer): FrontendEvent | null {
    const type = message[0];
    if (type === TERMINATE) return { kind: 'terminate' };
    this.#request.push(message);
    if (type !== QUERY && type !== SYNC && type !== FLUSH && type !== FUNCTION_CALL) return null;
    const bytes = new Uint8Array(Buffer.concat(this.#request));
    this.#request = [];
    return { kind: 'request', bytes, endsWithSync: type !== FLUSH };
  }
}

const NOTIFICATION = 'A'.charCodeAt(0);
const HEADER = 5;

/** Extracts the notifications, which go to all listeners, from the backend's answer to one client. */
export class AnswerReader {
  /** The start of a message that cannot be classified yet. */
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current message still to come. */
  #passing = 0;

  /** Both parts of a chunk of the answer; notifications are complete. */
  push(piece: Buffer): { answer: Buffer; notifications: Buffer[] } {
    const data = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const answer: Buffer[] = [];
    const notifications: Buffer[] = [];
    let from = 0;
    let at = Math.min(this.#passing, data.length);
    this.#passing -= at;
    while (data.length - at >= HEADER) {
      const end = at + 1 + data.readInt32BE(at + 1);
      if (data[at] === NOTIFICATION) {
        if (end > data.length) break;
        answer.push(data.subarray(from, at));
        notifications.push(Buffer.from(data.subarray(at, end)));
        from = end;
        at = end;
      } else {
        at = Math.min(end, data.length);
        this.#passing = end - at;
      }
    }
    answer.push(data.subarray(from, at));
    this.#rest = Buffer.from(data.subarray(at));
    // The bytes are in the backend's own memory, which the next statement overwrites.
    return { answer: Buffer.concat(answer), notifications };
  }
}

/** Whether a request subscribes to notifications, as `listen` of `Database` does. */
export function isListen(bytes: Uint8Array): boolean {
  return bytes[0] === QUERY && /^listen /i.test(Buffer.from(bytes.subarray(HEADER, HEADER + 7)).toString());
}

/** The backend's reply to a client that connects: welcome, its settings, ready. */
export function startupAnswer(serverVersion: string): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  };
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`))),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
