import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { MessageReader, PACKET, packet, STATUS } from './packets.ts';

/**
 * The transport beneath TLS. MS-TDS 2.2.6.5: the handshake is sent in PRELOGIN packets, then plain TLS
 * follows. In TLS 1.2 the client sends first after the handshake, so its first record outside of a packet
 * switches both sides.
 */
export class TlsTransport extends Duplex {
  readonly #socket: Socket;
  readonly #handshake = new MessageReader((message) => this.push(message.payload));
  #isHandshake = true;
  #flight: Buffer[] = [];

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
  }

  /** Bytes received on the socket. Throws TdsProtocolError for a handshake outside of packets. */
  receive(chunk: Buffer): void {
    const isStart = this.#handshake.isBetweenPackets;
    if (this.#isHandshake && isStart && chunk.at(0) !== PACKET.prelogin) this.#isHandshake = false;
    if (this.#isHandshake) this.#handshake.push(chunk);
    else if (!this.push(chunk)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#isHandshake) {
      // A client answers each handshake message separately, so what is written at once is one message.
      if (this.#flight.length === 0) setImmediate(() => this.#sendFlight());
      this.#flight.push(chunk);
      done();
      return;
    }
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #sendFlight(): void {
    const body = Buffer.concat(this.#flight);
    this.#flight = [];
    if (this.#socket.writable) {
      this.#socket.write(packet({ type: PACKET.prelogin, status: STATUS.endOfMessage, id: 1, body }));
    }
  }
}
