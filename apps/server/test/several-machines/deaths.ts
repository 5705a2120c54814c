import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { Machine, Role } from './machine.ts';
import type { Random } from './random.ts';

/** Milliseconds between two deaths. */
const LIFE_MS = { from: 500, to: 4_000 };
const POLL_INTERVAL_MS = 100;
/** Longer than the silence after which a worker's work is taken over. */
const SUSPENDED_MS = { from: 36_000, to: 44_000 };
const BETWEEN_SUSPENSIONS_MS = 8_000;

type Deaths = {
  readonly machines: readonly Machine[];
  readonly random: Random;
  readonly signal: AbortSignal;
};

/** Kills processes, some gently, some while they start, and restarts each. Returns how many died. */
export async function killAtRandom({ machines, random, signal }: Deaths): Promise<number> {
  let killed = 0;
  const starting: Promise<void>[] = [];
  const isUp = (role: Role) => machines.some((machine) => machine.role === role && machine.isUp());
  while (!signal.aborted) {
    // Even on a slow machine, there must be time to work between two deaths.
    if (!random.happens(0.15))
      while (!(isUp('web') && isUp('worker')) && (await isOn(POLL_INTERVAL_MS, signal)));
    await isOn(random.between(LIFE_MS.from, LIFE_MS.to), signal);
    if (signal.aborted) break;
    const victim = random.oneOf(machines.filter((machine) => !machine.isPaused()));
    if (random.happens(0.2)) await victim.stop();
    else await victim.kill();
    killed += 1;
    starting.push(victim.start());
  }
  await Promise.all(starting);
  return killed;
}

const WHO_DIES_ALONE = ['server', 'server', 'database', 'database', 'both', 'both', 'stopped'] as const;

/** Kills the only process, its database, or both at once, and only sometimes waits until it is back. */
export async function killAloneAtRandom(
  { web: [machine], killDatabase }: Fleet,
  { random, signal }: Pick<Deaths, 'random' | 'signal'>,
): Promise<number> {
  let killed = 0;
  let back = Promise.resolve();
  while (await isOn(random.between(LIFE_MS.from, LIFE_MS.to), signal)) {
    const who = machine.isUp() ? random.oneOf(WHO_DIES_ALONE) : 'server';
    // The id of a starting database is still unknown.
    if ((who === 'database' || who === 'both') && !killDatabase()) continue;
    killed += 1;
    if (who === 'stopped') await machine.stop();
    else if (who !== 'database') await machine.kill();
    back = who === 'database' ? untilReady(machine) : machine.start();
    if (!random.happens(0.15)) await back;
  }
  await back;
  return killed;
}

async function untilReady(machine: Machine): Promise<void> {
  while (machine.isUp()) {
    const answer = await fetch(`${machine.url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(POLL_INTERVAL_MS);
  }
}

/** Suspends processes until they are presumed dead, then resumes them. Returns how many. */
export async function suspendAtRandom({ machines, random, signal }: Deaths): Promise<number> {
  let suspended = 0;
  while (await isOn(BETWEEN_SUSPENSIONS_MS, signal)) {
    const up = machines.filter((machine) => machine.isUp());
    if (up.length === 0) continue;
    const machine = random.oneOf(up);
    machine.pause();
    suspended += 1;
    // Always in full, as it has to be presumed dead.
    await pause(random.between(SUSPENDED_MS.from, SUSPENDED_MS.to));
    machine.resume();
    // It still begins, at any time, what had reached it before: once it has ended, all of that is known.
    if (signal.aborted) {
      await machine.stop();
      await machine.start();
    }
  }
  return suspended;
}

async function isOn(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}
