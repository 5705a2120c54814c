import type { ServerResponse } from 'node:http';

/** bigint as text, which JSON has no numbers for. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(
    JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  );
}
