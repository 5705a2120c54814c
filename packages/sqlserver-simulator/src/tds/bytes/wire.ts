import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { TdsProtocolError } from './byte-reader.ts';
import { type Message, MessageReader, PACKET } from './packets.ts';
import { TlsTransport } from './tls-transport.ts';

/** The messages of one connection, encrypted or not. */
export class Wire {
  readonly #socket: Socket;
  readonly #reader: MessageReader;
  readonly #queue: Message[] = [];
  readonly #closed = new AbortController();
  #arrived: () => void = () => {};
  #receive: (chunk: Buffer) => void;
  #tls: TLSSocket | null = null;
  /** Where responses are written. */
  output: Duplex;
  /** Called immediately for each attention, which is then queued like any message. */
  onAttention: () => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    this.output = socket;
    this.#reader = new MessageReader((message) => this.#enqueue(message));
    this.#receive = (chunk) => this.#read(chunk);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    // A client that disconnects needs no response, however it disconnects.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      this.#closed.abort(new Error('The client has left.'));
      this.#tls?.destroy();
      this.#arrived();
    });
  }

  /** Aborted when the connection is gone. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get isEncrypted(): boolean {
    return this.#tls !== null && this.output === this.#tls;
  }

  /** Whether an attention is queued after the current request. */
  get hasAttention(): boolean {
    return this.#queue.some(({ type }) => type === PACKET.attention);
  }

  /** Null if the client has disconnected. */
  async next(): Promise<Message | null> {
    for (;;) {
      if (this.#closed.signal.aborted) return null;
      const message = this.#queue.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  /** From now on all bytes belong to TLS; the client sends next. */
  startTls(secureContext: SecureContext): void {
    const transport = new TlsTransport(this.#socket);
    // The handshake in packets works up to TLS 1.2: in 1.3, messages follow after both sides have finished.
    this.#tls = new TLSSocket(transport, { isServer: true, secureContext });
    this.#tls.on('error', () => this.#socket.destroy());
    this.#tls.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#receive = (chunk) => this.#orLeave(() => transport.receive(chunk));
    this.output = this.#tls;
  }

  /** Only the login was to be encrypted. */
  leaveTls(): void {
    this.#receive = (chunk) => this.#read(chunk);
    this.output = this.#socket;
    this.#socket.resume();
  }

  /** Resets the connection. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  /** Resolves after everything was sent and the client has disconnected, or was cut off. */
  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    const gone = once(this.#closed.signal, 'abort');
    this.output.end(() => this.#socket.destroySoon());
    await gone;
  }

  #read(chunk: Buffer): void {
    this.#orLeave(() => this.#reader.push(chunk));
  }

  /** Invalid bytes end the connection. */
  #orLeave(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TdsProtocolError)) throw error;
      this.#socket.destroy();
    }
  }

  #enqueue(message: Message): void {
    this.#queue.push(message);
    if (message.type === PACKET.attention) this.onAttention();
    this.#arrived();
  }
}
