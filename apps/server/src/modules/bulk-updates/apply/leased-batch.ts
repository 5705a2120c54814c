import type { Editing } from '../../../connectors/connector.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isConnectionError, sqlState } from '../../../platform/db/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { retry } from '../../../platform/resilience/retry.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { LEASE_LOST_AFTER_MS, LeaseLostError } from '../../../platform/work/lease.ts';
import { finishGroup } from './outcome/finish-group.ts';
import { createFinisher, type Finisher, type ProductEnd } from './outcome/finisher.ts';
import {
  checkShare,
  noteBulkProgress,
  noteWaiting,
  readShareState,
  type Share,
  type ShareCheck,
  type ShareState,
} from './store-batch.repository.ts';
import type { ShareLease } from './store-batch-lease.ts';

/** Why a worker begins nothing new for a share, although it still holds it. */
export type StopReason = 'cancelled' | 'store_closed';

export class ShareStoppedError extends Error {
  override readonly name = 'ShareStoppedError';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super('The share begins nothing new.');
    this.reason = reason;
  }
}

/** One worker's turn at one share: what everything that works on it is handed. */
export type ShareTurn = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wait: typeof sleep;
  readonly lease: ShareLease;
  readonly share: Share;
  /** Aborted when nothing new is to be begun: cancelled, store closed, process stopping, share lost. */
  readonly quiet: AbortSignal;
  /** Aborted when the worker is to let go at once: process stopping, share lost. */
  readonly letGo: AbortSignal;
  /** Aborted when even what is on its way is given up: share lost, or the process has no time left. */
  readonly halt: AbortSignal;
  /** Products of which items are on their way to the source, or about to be. */
  readonly inFlight: Set<string>;
  readonly finisher: Finisher;
  /** Items that have not ended yet: with the last of them the share ends. Null where more than that is left to do. */
  open: number | null;
  /** Set when the share has ended so. */
  ended: { readonly isBatchEnded: boolean } | null;
  stopReason(): StopReason | null;
  /** Resolves when it is certain that no other worker can have taken the share up. */
  whenSurelyHeld(): Promise<void>;
  /** Repeats a statement while the database is away. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
  /** For a connector's `onWaiting`. */
  onWaiting(until: Date): void;
  /** For a bulk operation's `onProgress`: others that wait for its products are told how long it may take. */
  onBulkProgress(done: number): void;
  /**
   * For a connector's `beforeWrite`: gives the turn up when another worker may have taken the share over, as after a time
   * in which this process stood still.
   */
  beforeWrite(): void;
};

export type OpenTurn = {
  readonly turn: ShareTurn;
  /** Learns what others decided, and with a beat shows life; false when the share is lost. */
  check(as: 'look' | 'beat'): Promise<boolean>;
  /** The same, with all that a pass begins with; throws when the share is lost. */
  readState(): Promise<ShareState>;
  /** Ends the turn's timers. */
  close(): void;
};

/** Milliseconds that a stopping process leaves what is on its way to the source. */
const SHUTDOWN_GRACE_MS = 3_000;
/** Tries of one statement while the database is away, with growing waits: about a minute in all. */
const DATABASE_TRIES = 12;
/** A proof older than this is renewed before the source is written: well before another worker may take over. */
const PROOF_LASTS_MS = LEASE_LOST_AFTER_MS / 2;
const PROOF_CHECK_MS = 250;
/** Without a newer proof the worker gives up all it does, before another may take over: even what waits to be sent. */
const PROOF_ENDS_MS = LEASE_LOST_AFTER_MS - 5_000;
/** Milliseconds between two notes of how a share gets on. */
const NOTE_INTERVAL_MS = 1_000;
const DEADLOCK = '40P01';

type OpenTurnDeps = Pick<ShareTurn, 'db' | 'clock' | 'logger' | 'wait' | 'lease' | 'share'> & {
  /** Milliseconds since just before the share was taken up. */
  readonly elapsed: () => number;
  readonly shutdown: AbortSignal;
  /** Aborted with a ShareStoppedError from within this process. */
  readonly stop: AbortController;
};

export function openTurn({ shutdown, stop, elapsed, ...deps }: OpenTurnDeps): OpenTurn {
  const { db, clock, logger, lease, share } = deps;
  const lost = new AbortController();
  const halt = new AbortController();
  const letGo = AbortSignal.any([shutdown, lost.signal]);
  const inFlight = new Set<string>();
  let provenAt = 0;
  let notedAt = 0;
  let graceTimer: NodeJS.Timeout | null = null;
  const startGrace = () => {
    graceTimer = setTimeout(() => halt.abort(shutdown.reason), SHUTDOWN_GRACE_MS);
  };
  if (shutdown.aborted) startGrace();
  else shutdown.addEventListener('abort', startGrace, { once: true });
  const giveUpUnproven = () => {
    if (elapsed() - provenAt > PROOF_ENDS_MS) lost.abort(new LeaseLostError());
  };
  const fence = setInterval(giveUpUnproven, PROOF_CHECK_MS);
  lost.signal.addEventListener('abort', () => halt.abort(lost.signal.reason), { once: true });

  /** What others may like to know; the work does not depend on it. */
  function note(write: () => Promise<void>): void {
    if (Date.now() - notedAt < NOTE_INTERVAL_MS) return;
    notedAt = Date.now();
    write().catch((error: unknown) =>
      logger.warn({ err: error, batch_id: lease.batchId }, 'could not note how a share gets on'),
    );
  }

  function patiently<T>(work: () => Promise<T>): Promise<T> {
    return retry(work, {
      attempts: DATABASE_TRIES,
      signal: halt.signal,
      shouldRetry: (error) => isConnectionError(error) || sqlState(error) === DEADLOCK,
    });
  }

  async function storeGroup(group: readonly ProductEnd[]): Promise<void> {
    const ends = group.flatMap((end) => end.ends);
    const release = group.filter((end) => end.release).map((end) => end.productId);
    const mayEnd = ends.length === turn.open;
    turn.ended = await patiently(() =>
      finishGroup(db, { lease, share }, ends, { release, now: clock.now(), mayEnd }),
    );
    if (turn.open !== null) turn.open -= ends.length;
    for (const productId of release) inFlight.delete(productId);
  }

  const turn: ShareTurn = {
    ...deps,
    quiet: AbortSignal.any([stop.signal, letGo]),
    letGo,
    halt: halt.signal,
    inFlight,
    open: null,
    ended: null,
    finisher: createFinisher(storeGroup),
    patiently,
    stopReason: () => (stop.signal.reason instanceof ShareStoppedError ? stop.signal.reason.reason : null),
    async whenSurelyHeld() {
      while (elapsed() - provenAt > PROOF_LASTS_MS) await sleep(PROOF_CHECK_MS, turn.quiet);
    },
    beforeWrite: giveUpUnproven,
    onWaiting: (until) => note(() => noteWaiting(db, lease, until, null)),
    onBulkProgress: (done) => note(() => noteBulkProgress(db, lease, done)),
  };

  function learn<Found extends ShareCheck>(found: Found | null): Found | null {
    if (found === null) lost.abort(new LeaseLostError());
    else if (found.cancelRequested) stop.abort(new ShareStoppedError('cancelled'));
    else if (!found.storeOpen) stop.abort(new ShareStoppedError('store_closed'));
    return found;
  }

  return {
    turn,
    async check(as) {
      const askedAt = elapsed();
      const found = learn(await checkShare(db, lease, as));
      if (found !== null && as === 'beat') provenAt = askedAt;
      return found !== null;
    },
    async readState() {
      const found = learn(await readShareState(db, lease));
      if (found === null) throw new LeaseLostError();
      return found;
    },
    close() {
      shutdown.removeEventListener('abort', startGrace);
      if (graceTimer !== null) clearTimeout(graceTimer);
      clearInterval(fence);
    },
  };
}

/** What reading and writing a source takes besides the turn. */
export type ShareSource = { readonly turn: ShareTurn; readonly editing: Editing };
