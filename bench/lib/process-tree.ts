import { readdir, readFile } from 'node:fs/promises';

/** A process and its descendants, from Linux's /proc. */
export type ProcessTree = {
  /** Bytes in memory; shared ones count once. */
  memory(): Promise<number>;
  /** Milliseconds of processor time so far, of those that have ended, too. */
  processorTime(): Promise<number>;
};

/** Of `/proc/<pid>/stat`: the fields after the name, which is in brackets and may hold anything. */
const PARENT = 1;
/** Of itself and of the processes that it started and that have ended, by program and by system. */
const TIMES = [11, 12, 13, 14];
/** Linux counts processor time in hundredths of a second for programs, whatever it does itself. */
const MILLISECONDS_PER_TICK = 10;

type Stat = { pid: string; fields: string[] };

export function processTree(root: number): ProcessTree {
  return {
    async memory() {
      const sizes = await Promise.all((await members(root)).map(({ pid }) => proportionalSize(pid)));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async processorTime() {
      const ticks = (await members(root)).flatMap(({ fields }) => TIMES.map((time) => Number(fields[time])));
      return ticks.reduce((sum, count) => sum + count, 0) * MILLISECONDS_PER_TICK;
    },
  };
}

async function members(root: number): Promise<Stat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = (await Promise.all(pids.map(readStat))).filter((stat) => stat !== null);
  const children = Map.groupBy(stats, ({ fields }) => fields[PARENT] ?? '');
  const found = stats.filter(({ pid }) => pid === String(root));
  // Grows while it is walked through.
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Null for a process that has just ended. */
async function readStat(pid: string): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : { pid, fields: text.slice(text.lastIndexOf(')') + 2).split(' ') };
}

async function proportionalSize(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
