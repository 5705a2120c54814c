import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Holds } from './holds.ts';

/** A call of the control interface, and how it is answered. */
export type ControlCall = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  json(status: number, body: unknown): void;
};

/**
 * `GET holds` lists what is held, with `?wait=true` not before there is something; `POST holds/ID/release` and
 * `POST holds/ID/drop` end one, without an ID all. `parts` is what follows `holds` in the path.
 */
export async function answerHolds<Request extends object>(
  call: ControlCall,
  holds: Holds<Request>,
  parts: readonly string[],
): Promise<void> {
  const { method } = call.request;
  if (method === 'GET' && parts.length === 0) {
    if (call.url.searchParams.get('wait') === 'true' && !(await isReached(call.response, holds))) return;
    call.json(200, { held: holds.list() });
    return;
  }
  const outcome = parts.at(-1);
  if (method !== 'POST' || (outcome !== 'release' && outcome !== 'drop')) {
    const error =
      'Use GET holds, POST holds/release, POST holds/drop, or one of the two with an id; see the README.';
    call.json(404, { error });
    return;
  }
  const [id] = parts;
  if (parts.length === 1) holds.endAll(outcome);
  else if (id !== undefined && !holds.end(id, outcome)) {
    call.json(404, { error: `No request ${id} is held.` });
    return;
  }
  call.json(200, { held: holds.list() });
}

/** False: the client left before anything was held. */
async function isReached<Request extends object>(
  response: ServerResponse,
  holds: Holds<Request>,
): Promise<boolean> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    await holds.reached(() => true, left.signal);
    return true;
  } catch {
    return false;
  }
}
