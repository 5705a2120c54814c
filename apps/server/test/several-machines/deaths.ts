import { setTimeout as pause } from 'node:timers/promises';
import type { Machine, Role } from './machine.ts';
import type { Random } from './random.ts';

/** Milliseconds between two deaths, when there is a process of each kind. */
const LIFE_MS = { from: 500, to: 4_000 };
/** Of the only process, which takes its database with it. */
const LIFE_ALONE_MS = { from: 2_000, to: 12_000 };
const LOOK_INTERVAL_MS = 100;
/** Longer than the silence after which a worker's work is taken over. */
const STILL_MS = { from: 36_000, to: 44_000 };
const BETWEEN_STILLS_MS = 8_000;

export type Deaths = {
  readonly machines: readonly Machine[];
  readonly random: Random;
  readonly signal: AbortSignal;
};

/**
 * Kills one process after the other, some gently, some while they start, and starts each again at once. Answers how
 * many died.
 */
export async function killAtRandom({ machines, random, signal }: Deaths): Promise<number> {
  let killed = 0;
  const starting: Promise<void>[] = [];
  const life = machines.length === 1 ? LIFE_ALONE_MS : LIFE_MS;
  const isUp = (role: Role) =>
    machines.some((machine) => (machine.role === role || machine.role === 'all') && machine.isUp());
  while (!signal.aborted) {
    // On a slow machine, too, there is somebody to do the work between two deaths.
    if (!random.happens(0.15))
      while (!(isUp('web') && isUp('worker')) && (await isOn(LOOK_INTERVAL_MS, signal)));
    await isOn(random.between(life.from, life.to), signal);
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

/** Lets processes stand still for so long that they are taken for dead, and come back. Answers how many did. */
export async function standStill({ machines, random, signal }: Deaths): Promise<number> {
  let stood = 0;
  while (await isOn(BETWEEN_STILLS_MS, signal)) {
    const up = machines.filter((machine) => machine.isUp());
    if (up.length === 0) continue;
    const machine = random.oneOf(up);
    machine.pause();
    stood += 1;
    // Not cut short: it has to come back from the dead.
    await pause(random.between(STILL_MS.from, STILL_MS.to));
    machine.resume();
  }
  return stood;
}

async function isOn(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}
