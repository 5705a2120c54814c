import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** A request with its response, and Shopify's headers. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** Host header, with port. */
  readonly host: string;
  readonly requestId: string;
  /** When the request arrived, by the simulator's clock. */
  readonly at: string;
  readonly #startedAt: number;
  #intercept: ((deliver: () => void) => void) | null = null;
  #isAnswerLost = false;
  #cutAfter: number | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, now: Date) {
    this.request = request;
    this.response = response;
    this.host = (request.headers.host ?? '').toLowerCase();
    this.url = new URL(request.url ?? '/', 'http://localhost');
    this.at = now.toISOString();
    this.#startedAt = performance.now();
    this.requestId = `${randomUUID()}-${Math.floor(now.getTime() / 1000)}`;
  }

  get domain(): string {
    return this.host.replace(/:\d+$/, '');
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  async body(): Promise<string> {
    return (await this.bytes(MAX_BODY_BYTES)).toString('utf8');
  }

  async bytes(maximum: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximum) throw new RangeError(`The request body is larger than ${maximum} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  json(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.send(status, JSON.stringify(body), {
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    });
  }

  html(status: number, text: string, headers: Record<string, string> = {}): void {
    const page = `<!DOCTYPE html><html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`;
    this.send(status, page, { 'content-type': 'text/html; charset=utf-8', ...headers });
  }

  xml(status: number, code: string, message: string): void {
    const body = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    this.send(status, body, { 'content-type': 'application/xml; charset=UTF-8' });
  }

  /** Passes the response to this function instead of the client. */
  interceptAnswer(intercept: (deliver: () => void) => void): void {
    this.#intercept = intercept;
  }

  /** Breaks the connection instead of responding. */
  loseAnswer(): void {
    this.#isAnswerLost = true;
    this.#intercept = () => this.reset();
  }

  /** Breaks the connection after this many bytes of the body. */
  cutAnswer(afterBytes: number): void {
    this.#cutAfter = afterBytes;
  }

  get isAnswerLost(): boolean {
    return this.#isAnswerLost;
  }

  send(status: number, body: string, headers: Record<string, string>): void {
    const deliver = (): void => this.#deliver(status, body, headers);
    if (this.#intercept === null) deliver();
    else this.#intercept(deliver);
  }

  #deliver(status: number, body: string, headers: Record<string, string>): void {
    if (this.response.destroyed) return;
    this.response.writeHead(status, {
      'x-request-id': this.requestId,
      date: new Date(this.at).toUTCString(),
      'server-timing': `processing;dur=${Math.round(performance.now() - this.#startedAt)}`,
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    if (this.#cutAfter === null) this.response.end(body);
    else this.response.write(Buffer.from(body).subarray(0, this.#cutAfter), () => this.reset());
  }

  /** Breaks the connection without a response. */
  reset(): void {
    this.request.socket.resetAndDestroy();
  }
}
/** The header that names the page about a deprecated call in use. */
export const DEPRECATED = {
  'x-shopify-api-deprecated-reason': 'https://shopify.dev/api/usage/versioning#deprecation-practices',
};
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
