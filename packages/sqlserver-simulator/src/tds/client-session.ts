import { type EngineSession, type SqlParameter, SqlServerError } from '../engine/engine.ts';
import { MessageWriter } from './message-writer.ts';
import { type Message, PACKET } from './packets.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { resolveCall } from './procedures.ts';
import { TdsProtocolError } from './protocol-error.ts';
import { parseRpc, parseSqlBatch, parseTransactionRequest, type RpcCall } from './requests.ts';
import { ResultWriter } from './result-writer.ts';
import type { ServerContext, SessionDetails } from './server-context.ts';
import { StatementRun } from './statement-run.ts';
import {
  DONE,
  type DoneKind,
  writeConnectionReset,
  writeDone,
  writeReturnedHandle,
  writeReturnStatus,
} from './tokens.ts';
import { runTransactionRequest, TransactionAnnouncer } from './transactions.ts';
import type { Wire } from './wire.ts';

/** A client that has logged in: one request after the other. */
export class ClientSession {
  readonly #wire: Wire;
  readonly #context: ServerContext;
  readonly #details: SessionDetails;
  readonly #session: EngineSession;
  readonly #prepared = new PreparedStatements();
  readonly #transactions: TransactionAnnouncer;

  constructor(wire: Wire, context: ServerContext, details: SessionDetails) {
    this.#wire = wire;
    this.#context = context;
    this.#details = details;
    this.#session = details.session;
    this.#transactions = new TransactionAnnouncer(details.session, details.connection);
  }

  async serve(): Promise<void> {
    for (;;) {
      const message = await this.#wire.next();
      if (message === null) return;
      const writer = new MessageWriter(this.#wire.output, this.#details.packetSize);
      if (message.type === PACKET.attention) {
        writeDone(writer, 'done', { status: DONE.attention });
        await writer.end();
      } else if (!(await this.#answer(message, writer))) {
        return;
      }
    }
  }

  /** False: the connection is over. */
  async #answer(message: Message, writer: MessageWriter): Promise<boolean> {
    if (message.reset === 'keep transaction') {
      throw new TdsProtocolError('A reset of the session that keeps its transaction is not taken.');
    }
    if (message.reset === 'all') {
      this.#reset();
      this.#transactions.announce(writer, 'rolled back');
      writeConnectionReset(writer);
    }
    if (message.isIgnored) {
      writeDone(writer, 'done', { status: DONE.final });
      await writer.end();
      return true;
    }
    const cancelled = new AbortController();
    const cancel = (): void => cancelled.abort(new Error('The client has cancelled the request.'));
    this.#wire.onAttention = cancel;
    if (this.#wire.hasAttention) cancel();
    const signal = AbortSignal.any([cancelled.signal, this.#wire.closed]);
    const run = new StatementRun(
      this.#wire,
      this.#context,
      this.#details,
      this.#transactions,
      writer,
      signal,
    );
    try {
      return await this.#dispatch(message, run, writer);
    } finally {
      this.#wire.onAttention = () => {};
    }
  }

  async #dispatch(message: Message, run: StatementRun, writer: MessageWriter): Promise<boolean> {
    switch (message.type) {
      case PACKET.sqlBatch: {
        const results = this.#results(writer, 'done');
        const text = parseSqlBatch(message.payload);
        const outcome = await run.execute({ kind: 'batch', text, parameters: [] }, results);
        return await run.finish(outcome, () => results.endBatch(outcome !== 'ok'));
      }
      case PACKET.rpc:
        return await this.#answerCalls(message.payload, run, writer);
      case PACKET.transactionManager: {
        const request = parseTransactionRequest(message.payload);
        const results = this.#results(writer, 'done');
        const outcome = await run.transaction(request, results, () =>
          runTransactionRequest(request, this.#session, this.#transactions, writer),
        );
        return await run.finish(outcome, () => results.endBatch(outcome !== 'ok'));
      }
      default: {
        const results = this.#results(writer, 'done');
        results.error(
          new SqlServerError({
            number: 4002,
            message: `The incoming tabular data stream (TDS) protocol stream is incorrect: requests of type ${message.type} are not taken.`,
          }),
        );
        return await run.finish('failed', () => results.endBatch(true));
      }
    }
  }

  async #answerCalls(payload: Buffer, run: StatementRun, writer: MessageWriter): Promise<boolean> {
    const results = this.#results(writer, 'doneInProc');
    let calls: RpcCall[];
    try {
      calls = parseRpc(payload);
    } catch (error) {
      if (!(error instanceof SqlServerError)) throw error;
      results.error(error);
      return await run.finish('failed', () => results.endProcedure(true, true));
    }
    for (const [index, call] of calls.entries()) {
      const isLast = index === calls.length - 1;
      const outcome = await this.#call(call, run, results, writer);
      if (!isLast && outcome === 'ok') {
        results.endProcedure(false, false);
        continue;
      }
      return await run.finish(outcome, () => results.endProcedure(outcome !== 'ok', true));
    }
    return await run.finish('ok', () => results.endProcedure(false, true));
  }

  async #call(call: RpcCall, run: StatementRun, results: ResultWriter, writer: MessageWriter) {
    let parameters: readonly SqlParameter[] = [];
    try {
      const invocation = resolveCall(call, this.#prepared);
      parameters = invocation.parameters;
      if (invocation.resets) this.#reset();
      if (invocation.batch !== null) {
        const outcome = await run.execute({ kind: 'rpc', text: invocation.batch, parameters }, results);
        if (outcome !== 'ok') return outcome;
      }
      results.writePending();
      writeReturnStatus(writer, 0);
      if (invocation.returned !== null) {
        writeReturnedHandle(writer, invocation.returned.name, invocation.returned.handle);
      }
      return 'ok';
    } catch (error) {
      if (!(error instanceof SqlServerError)) throw error;
      results.error(error);
      return 'failed';
    }
  }

  #results(writer: MessageWriter, kind: DoneKind): ResultWriter {
    return new ResultWriter(writer, kind, {
      serverName: this.#context.serverName,
      database: this.#session.database,
      inTransaction: () => this.#session.transactionDepth > 0,
    });
  }

  #reset(): void {
    this.#session.reset();
    this.#prepared.clear();
  }
}
