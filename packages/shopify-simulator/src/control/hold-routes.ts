import type { RequestHolds } from '../holds.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * `GET holds` lists what is held, with `?wait=true` not before there is something; `POST holds/ID/release` and
 * `POST holds/ID/drop` end one, without an ID all.
 */
export async function answerHolds(
  exchange: Exchange,
  holds: RequestHolds,
  parts: readonly string[],
): Promise<void> {
  if (exchange.request.method === 'GET' && parts.length === 0) {
    if (exchange.url.searchParams.get('wait') === 'true' && !(await isReached(exchange, holds))) return;
    exchange.json(200, { held: holds.list() });
    return;
  }
  const outcome = parts.at(-1);
  if (exchange.request.method !== 'POST' || (outcome !== 'release' && outcome !== 'drop')) {
    const error =
      'Use GET holds, POST holds/release, POST holds/drop, or one of the two with an id; see the README.';
    exchange.json(404, { error });
    return;
  }
  const [id] = parts;
  if (parts.length === 1) holds.endAll(outcome);
  else if (id !== undefined && !holds.end(id, outcome)) {
    exchange.json(404, { error: `No request ${id} is held.` });
    return;
  }
  exchange.json(200, { held: holds.list() });
}

/** False: the client left before anything was held. */
async function isReached(exchange: Exchange, holds: RequestHolds): Promise<boolean> {
  const left = new AbortController();
  exchange.response.once('close', () => left.abort());
  try {
    await holds.reached(() => true, left.signal);
    return true;
  } catch {
    return false;
  }
}
