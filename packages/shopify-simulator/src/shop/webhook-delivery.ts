import { createHmac } from 'node:crypto';
import { request } from 'node:http';

/** Public https addresses with their local targets: `https://hooks.example` to `http://127.0.0.1:8080`. */
export type Tunnels = Map<string, string>;

export type Delivery = {
  /** The same for every attempt. */
  readonly id: string;
  readonly subscription: number;
  readonly topic: string;
  readonly uri: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  attempts: number;
  /** delivered: answered with 2xx; failed: given up, or its subscription is gone. */
  state: 'waiting' | 'delivered' | 'failed';
  /** Of the last attempt; 0 without a response. */
  status: number;
};

/** In total, including connecting. */
const ANSWER_LIMIT_MS = 5_000;

/** Base64 over the bytes of the body. */
export function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** One attempt; returns the status, 0 for none. Only tunnels are contacted: nothing leaves this machine. */
export function post({ uri, body, headers }: Delivery, tunnels: Tunnels): Promise<number> {
  const target = new URL(uri);
  const origin = tunnels.get(target.origin);
  if (origin === undefined) return Promise.resolve(0);
  return new Promise((resolve) => {
    const sent = request(
      new URL(target.pathname + target.search, origin),
      {
        method: 'POST',
        headers: {
          ...headers,
          host: target.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', () => resolve(0));
      },
    );
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
