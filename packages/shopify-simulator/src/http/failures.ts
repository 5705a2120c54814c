import { setTimeout as sleep } from 'node:timers/promises';
import type { Holds } from '@storefleet/simulator-kit/holds';
import type { Exchange } from '../exchange.ts';
import type { DueFault } from '../faults.ts';

type Failure = { status: number; outcome: string };

/** First holds and delays, then faults that replace the response; null: the request proceeds. */
export async function applyFaults(
  exchange: Exchange,
  due: readonly DueFault[],
  { holds, stopping }: { holds: Holds; stopping: AbortSignal },
): Promise<Failure | null> {
  for (const { id, action } of due) {
    if (action.kind === 'applied_answer_lost') exchange.loseAnswer();
    if (action.kind !== 'hold') continue;
    const { when } = action;
    const hold = () => holds.hold(id);
    if (when === 'after') {
      exchange.interceptAnswer((deliver) => {
        void hold().then((outcome) => (outcome === 'drop' ? exchange.reset() : deliver()));
      });
    } else if ((await hold()) === 'drop') {
      exchange.reset();
      return { status: 0, outcome: 'dropped' };
    }
  }
  for (const { action: fault } of due) {
    if (fault.kind === 'slow') await sleep(fault.milliseconds, undefined, { signal: stopping });
  }
  for (const { action: fault } of due) {
    if (fault.kind === 'reset') {
      exchange.reset();
      return { status: 0, outcome: 'reset' };
    }
    if (fault.kind === 'status') {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      if (fault.html === true) exchange.html(fault.status, `Error ${fault.status}`, headers);
      else exchange.json(fault.status, fault.body ?? { errors: `Error ${fault.status}` }, headers);
      return { status: fault.status, outcome: String(fault.status) };
    }
  }
  return null;
}
