import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHolds } from '../holds.ts';
import { json } from './json-answer.ts';

/**
 * `GET holds` lists what is held, with `?wait=true` not before there is something; `POST holds/ID/release` and
 * `POST holds/ID/drop` end one, without an ID all.
 */
export async function answerHolds(exchange: {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  parts: readonly string[];
  holds: RequestHolds;
}): Promise<void> {
  const { request, response, url, parts, holds } = exchange;
  if (request.method === 'GET' && parts.length === 0) {
    if (url.searchParams.get('wait') === 'true' && !(await isReached(response, holds))) return;
    json(response, 200, { held: holds.list() });
    return;
  }
  const outcome = parts.at(-1);
  if (request.method !== 'POST' || (outcome !== 'release' && outcome !== 'drop')) {
    const error =
      'Use GET holds, POST holds/release, POST holds/drop, or one of the two with an id; see the README.';
    json(response, 404, { error });
    return;
  }
  const [id] = parts;
  if (parts.length === 1) holds.endAll(outcome);
  else if (id !== undefined && !holds.end(id, outcome)) {
    json(response, 404, { error: `No request ${id} is held.` });
    return;
  }
  json(response, 200, { held: holds.list() });
}

/** False: the client left before anything was held. */
async function isReached(response: ServerResponse, holds: RequestHolds): Promise<boolean> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    await holds.reached(() => true, left.signal);
    return true;
  } catch {
    return false;
  }
}
