import type { Session } from '../engine/session.ts';
import { SqlServerError } from '../values/errors.ts';
import { MessageWriter } from './bytes/message-writer.ts';
import { type Message, PACKET } from './bytes/packets.ts';
import type { Wire } from './bytes/wire.ts';
import { requestOf } from './requests.ts';
import { ResultWriter } from './result-writer.ts';
import type { ServerContext } from './server-context.ts';
import { execute, type Outcome } from './statement-run.ts';
import { DONE, writeDone } from './tokens.ts';
import { TransactionAnnouncer } from './transactions.ts';

type SessionDetails = {
  readonly connection: number;
  readonly session: Session;
  readonly user: string;
  readonly packetSize: number;
};

/** Serves a signed-in client: one request after the other, until it disconnects. */
export async function serveSession(
  wire: Wire,
  context: ServerContext,
  details: SessionDetails,
): Promise<void> {
  const transactions = new TransactionAnnouncer(details.session, details.connection);
  for (;;) {
    const message = await wire.next();
    if (message === null) return;
    const writer = new MessageWriter(wire.output, details.packetSize);
    if (message.type === PACKET.attention || message.isIgnored) {
      writeDone(writer, 'done', { status: message.isIgnored ? DONE.final : DONE.attention });
    } else {
      const outcome = await answer(message, { wire, context, details, transactions, writer });
      if (outcome === 'cut') return wire.cut();
      if (outcome === 'over') return await writer.end();
    }
    await writer.end();
  }
}

type Client = {
  readonly wire: Wire;
  readonly context: ServerContext;
  readonly details: SessionDetails;
  readonly transactions: TransactionAnnouncer;
  readonly writer: MessageWriter;
};

/** Writes the response unless a fault withholds it. */
async function answer(
  message: Message,
  { wire, context, details, transactions, writer }: Client,
): Promise<Outcome> {
  const { session } = details;
  const isCall = message.type === PACKET.rpc;
  const results = new ResultWriter(writer, isCall, () => session.transaction.depth > 0);
  const cancelled = new AbortController();
  wire.onAttention = () => cancelled.abort(new Error('The client has cancelled the request.'));
  if (wire.hasAttention) wire.onAttention();
  const signal = AbortSignal.any([cancelled.signal, wire.closed]);
  const hasLeft = (): boolean => wire.closed.aborted;
  let outcome: Outcome;
  try {
    const run = { ...details, context, transactions, writer, results, signal, hasLeft };
    outcome = await execute(requestOf(message), run);
  } catch (error) {
    if (!(error instanceof SqlServerError)) throw error;
    results.error(error);
    outcome = 'failed';
  } finally {
    wire.onAttention = () => {};
  }
  if (outcome !== 'cut') results.end(outcome !== 'ok');
  return outcome;
}
