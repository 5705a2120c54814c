import { problems } from '@storefleet/contract/problems';
import { v7 as uuidv7 } from 'uuid';
import { type Connector, type Editing, SourceError } from '../../../connectors/connector.ts';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS, retryDelay } from '../../../platform/work/attempts.ts';
import { LeaseLostError, watchLease } from '../../../platform/work/lease.ts';
import type { StopSignals } from '../../../platform/work/stop-signals.ts';
import type { BegunShare } from './begin-plan.ts';
import { releaseShareClaims } from './claims.repository.ts';
import { countPlannedProducts, endOpenItems, hasOpenItems } from './items.repository.ts';
import { type OpenTurn, openTurn, type ShareSource, type ShareTurn } from './leased-batch.ts';
import { NOTHING_CLAIMED, type Pass } from './read-planned.ts';
import { readBackSent } from './reconcile.ts';
import {
  endShare,
  handBackShare,
  parkShare,
  readAttempt,
  type Share,
  type ShareState,
  type TurnKind,
  takeUpShare,
} from './store-batch.repository.ts';
import type { ShareKey, ShareLease } from './store-batch-lease.ts';
import { resumeBulk, writeInBulk } from './write-in-bulk.ts';
import { writeProducts } from './write-products.ts';

export type ApplyShareDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stops: StopSignals;
  /** Throws the problem a person is shown when there is no such store. */
  readonly findStore: (storeId: string) => Promise<{ readonly store_status: string }>;
  readonly connect: (storeId: string) => Promise<Pick<Connector, 'editing'>>;
  /** Called when a batch has ended by the hand of this worker. */
  readonly onBatchEnded: (batchId: string) => void;
  readonly wait?: typeof sleep;
};

/** Milliseconds before the first and between later looks at a store that cannot be asked what became of an edit. */
const FIRST_LONG_WAIT_MS = 5_000;
const MAX_LONG_WAIT_MS = 30_000;

/** The name of a share for the stop signals of its process. */
export function shareName({ batchId, storeId }: ShareKey): string {
  return `${batchId}:${storeId}`;
}

/**
 * Works on one share until it ends, is lost to another worker, has to wait for its store or for products of another
 * batch, or the signal asks to hand it back. A turn to settle ends when it is known what became of all that was sent.
 * Whatever happens, the rows say where to go on: a process may die at any line of this.
 */
export function createApplyShare(deps: ApplyShareDeps) {
  const { db, clock, logger, stops, wait = sleep } = deps;

  async function applyShare(key: ShareKey, shutdown: AbortSignal, kind?: TurnKind): Promise<void> {
    const lease: ShareLease = { ...key, leaseId: uuidv7() };
    const elapsed = steadyTime(clock);
    const share = await takeUpShare(db, lease);
    if (share !== null) await work({ lease, share, begun: null, elapsed }, shutdown, kind);
  }

  async function work(taken: TakenShare, shutdown: AbortSignal, kind?: TurnKind): Promise<void> {
    const { lease, share, begun, elapsed } = taken;
    const key: ShareKey = lease;
    const open = openTurn({
      db,
      clock,
      logger,
      wait,
      lease,
      share,
      elapsed,
      shutdown,
      stop: stops.open(shareName(key)),
    });
    const watching = new AbortController();
    const watched = {
      name: { batch_id: key.batchId, store_id: key.storeId },
      isHeld: () => open.check('look'),
      beat: () => open.check('beat'),
    };
    const watch = watchLease({ clock, logger }, watched, watching.signal, () => {});
    try {
      await workUntilLeft(open, begun, kind === 'settle');
    } catch (error) {
      await leave(open.turn, error, shutdown);
    } finally {
      watching.abort();
      stops.close(shareName(key));
      open.close();
      await watch;
    }
  }

  async function workUntilLeft(open: OpenTurn, begun: BegunShare | null, settleOnly: boolean): Promise<void> {
    const { turn } = open;
    const history: TurnHistory = { lostAnswers: 0, bulkAllowed: true };
    // Of a share that has only just begun nothing has to be found out first.
    let fresh = begun;
    for (;;) {
      try {
        const untouched = turn.quiet.aborted ? null : fresh;
        fresh = null;
        const pass =
          untouched === null
            ? await passOver(open, history, settleOnly)
            : await writeBegun(turn, untouched, history);
        if (turn.ended?.isBatchEnded) deps.onBatchEnded(turn.lease.batchId);
        if (turn.ended !== null || pass === 'left') return;
        if (pass.claimed === 0 && pass.blocked.length > 0) {
          await turn.patiently(() => parkShare(db, turn.lease, pass.blocked));
          return;
        }
      } catch (error) {
        turn.letGo.throwIfAborted();
        if (error instanceof LeaseLostError) throw error;
        if (turn.stopReason() !== null && error === turn.quiet.reason) continue;
        if (!(await goesOn(turn, error))) return;
      }
    }
  }

  /** Settles what was sent, then writes what is planned. `left`: the share has ended, or was handed back. */
  async function passOver(
    { turn, readState }: OpenTurn,
    history: TurnHistory,
    settleOnly: boolean,
  ): Promise<Pass | 'left'> {
    const state = await turn.patiently(readState);
    turn.letGo.throwIfAborted();
    const isStopped = await settleStop(turn);
    if (!state.hasSent && (isStopped || !state.hasPlanned)) {
      const isLast = await turn.patiently(() => endShare(db, turn.lease, clock.now()));
      if (isLast) deps.onBatchEnded(turn.lease.batchId);
      return 'left';
    }
    const source = { turn, editing: await connectToEdit(turn) };
    await settle(source, state);
    if (turn.quiet.aborted) return NOTHING_CLAIMED;
    if (settleOnly && (await turn.patiently(() => hasOpenItems(db, turn.lease)))) {
      await turn.patiently(() => handBackShare(db, turn.lease));
      return 'left';
    }
    return writePlanned(source, state, history);
  }

  /** The one pass that most small edits take. */
  async function writeBegun(turn: ShareTurn, begun: BegunShare, history: TurnHistory): Promise<Pass> {
    const { editing, items } = begun;
    if (editing.bulk !== null && items.length >= editing.bulk.minProducts) return NOTHING_CLAIMED;
    return writeProductsOf({ turn, editing }, history, { open: items.length, begun });
  }

  /**
   * What was cancelled, or belongs to a store that is closed now, ends without a word to the source. True when nothing is
   * planned any more.
   */
  async function settleStop(turn: ShareTurn): Promise<boolean> {
    const reason = turn.stopReason();
    if (reason === 'cancelled') {
      await endAll(turn, { from: 'planned', to: 'cancelled', error: null });
    } else if (reason === 'store_closed') {
      await endAll(turn, { from: 'planned', to: 'failed', error: await closedStoreSentence(turn) });
    }
    return reason !== null;
  }

  async function closedStoreSentence(turn: ShareTurn): Promise<string> {
    try {
      await deps.findStore(turn.lease.storeId);
      return problems.store_archived.detail;
    } catch (error) {
      if (error instanceof AppError && error.code === 'store_not_found') return STORE_DELETED;
      throw error;
    }
  }

  function endAll(turn: ShareTurn, end: Omit<Parameters<typeof endOpenItems>[2], 'now'>): Promise<void> {
    return turn.patiently(() => endOpenItems(db, turn.lease, { ...end, now: clock.now() }));
  }

  /** Finds out what became of all that was sent: afterwards the share claims nothing. */
  async function settle(source: ShareSource, { bulk, hasSent, hasClaims }: ShareState): Promise<void> {
    const { turn, editing } = source;
    if (bulk !== null && editing.bulk !== null) await resumeBulk(source, editing.bulk, bulk);
    if (hasSent) await readBackSent(source);
    turn.inFlight.clear();
    if (hasClaims) await turn.patiently(() => releaseShareClaims(db, turn.lease));
  }

  /** One pass over what is planned, as far as no other batch holds its products. */
  async function writePlanned(
    source: ShareSource,
    { attempt, open }: ShareState,
    history: TurnHistory,
  ): Promise<Pass> {
    const { turn, editing } = source;
    const isExhausted = (attempts: number) => attempts > MAX_ATTEMPTS_WITHOUT_PROGRESS;
    // What was settled since may have been progress.
    if (isExhausted(attempt) && isExhausted(await turn.patiently(() => readAttempt(db, turn.lease)))) {
      await endAll(turn, { from: 'planned', to: 'failed', error: triedTooOften(turn) });
      return NOTHING_CLAIMED;
    }
    const { bulk } = editing;
    if (bulk !== null && history.bulkAllowed && open >= bulk.minProducts) {
      const planned = await turn.patiently(() => countPlannedProducts(db, turn.lease, bulk.minProducts));
      if (planned >= bulk.minProducts) {
        // What is left over, or cannot be handed over at once, is written product by product.
        history.bulkAllowed = false;
        return writeInBulk(source, bulk);
      }
    }
    return writeProductsOf(source, history, { open, begun: null });
  }

  async function writeProductsOf(
    source: ShareSource,
    history: TurnHistory,
    { open, begun }: { readonly open: number; readonly begun: BegunShare | null },
  ): Promise<Pass> {
    source.turn.open = open;
    const { unknown, ...pass } = await writeProducts(source, begun).finally(() => {
      source.turn.open = null;
    });
    if (unknown && ++history.lostAnswers > 1) throw new AnswersLostError();
    return pass;
  }

  async function connectToEdit(turn: ShareTurn): Promise<Editing> {
    const { editing } = await deps.connect(turn.lease.storeId);
    if (editing !== null) return editing;
    throw new SourceError({
      kind: 'rejected',
      message: `Products of “${turn.share.store_name}” cannot be changed from here.`,
    });
  }

  /**
   * After an error: true when another pass ends the share, false when it was handed back until its store may be able
   * again: meanwhile it has no worker and no place, and claims only what was sent. What is planned fails with the error's
   * sentence once trying again is no use; what was sent has to be known, however long that takes.
   */
  async function goesOn(turn: ShareTurn, error: unknown): Promise<boolean> {
    const { lease } = turn;
    const attempt = await turn.patiently(() => readAttempt(db, lease));
    const delay = isWorthAnotherTry(error) ? retryDelay(attempt) : null;
    const reason = sentenceFor(error, turn);
    logger.warn(
      { err: error, batch_id: lease.batchId, store_id: lease.storeId, retry_in_ms: delay },
      'a share of a bulk update broke off',
    );
    if (delay === null) {
      await endAll(turn, { from: 'planned', to: 'failed', error: reason });
      if (!(await turn.patiently(() => hasOpenItems(db, lease)))) return true;
      if (error instanceof AppError && error.code === 'store_not_found') {
        await endAll(turn, { from: 'sent', to: 'failed', error: NEVER_TO_BE_KNOWN });
        return true;
      }
    }
    const milliseconds = delay ?? Math.min(MAX_LONG_WAIT_MS, FIRST_LONG_WAIT_MS * 2 ** (attempt - 1));
    const pause = { milliseconds, reason, knowsOfStop: turn.stopReason() !== null };
    await turn.patiently(() => handBackShare(db, lease, pause));
    return false;
  }

  /** A worker that is told to go hands the share back; one that has lost it changes nothing. */
  async function leave(turn: ShareTurn, error: unknown, shutdown: AbortSignal): Promise<void> {
    if (error instanceof LeaseLostError) return;
    if (!shutdown.aborted) throw error;
    await handBackShare(db, turn.lease);
  }

  return {
    applyShare,
    /** Works on a share that this process has held since it was stored, which was `elapsed` ago. */
    applyBegun: (begun: BegunShare, elapsed: () => number, shutdown: AbortSignal) =>
      work({ ...begun, begun, elapsed }, shutdown),
  };
}

type TakenShare = {
  readonly lease: ShareLease;
  readonly share: Share;
  /** Where it was just stored by this process: none of its items was ever looked at. */
  readonly begun: BegunShare | null;
  /** Milliseconds since just before it was taken up. */
  readonly elapsed: () => number;
};

type TurnHistory = { lostAnswers: number; bulkAllowed: boolean };

/** Edits were sent again, and again nothing was heard of them. */
class AnswersLostError extends Error {
  override readonly name = 'AnswersLostError';

  constructor() {
    super('The store did not answer the update.');
  }
}

const STORE_DELETED = 'Its store does not exist any more.';
const NEVER_TO_BE_KNOWN =
  'The store was deleted before it answered the update. Whether the update was made cannot be known.';

function triedTooOften({ lease }: ShareTurn): string {
  return `The update was tried ${MAX_ATTEMPTS_WITHOUT_PROGRESS} times and broke off each time. The server's log has more under bulk update ${lease.batchId}.`;
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof SourceError) return error.retryable;
  if (error instanceof AppError) return error.status >= 500;
  return true;
}

function sentenceFor(error: unknown, { lease }: ShareTurn): string {
  if (error instanceof AppError && error.code === 'store_not_found') return STORE_DELETED;
  if (error instanceof SourceError || error instanceof AppError || error instanceof AnswersLostError) {
    return error.message;
  }
  return `The update stopped on an internal error. The server's log has more under bulk update ${lease.batchId}.`;
}
