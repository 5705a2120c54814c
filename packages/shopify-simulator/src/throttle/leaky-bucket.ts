import type { Clock } from '../clock.ts';

/** One app's REST calls at one shop: each adds one, `leakRate` leak per second. */
export class LeakyBucket {
  readonly size: number;
  readonly leakRate: number;
  readonly #clock: Clock;
  #level = 0;
  #at: number;

  constructor(clock: Clock, limits: { size: number; leakRate: number }) {
    this.#clock = clock;
    this.size = limits.size;
    this.leakRate = limits.leakRate;
    this.#at = clock.now().getTime();
  }

  get used(): number {
    const now = this.#clock.now().getTime();
    this.#level = Math.max(0, this.#level - (Math.max(0, now - this.#at) / 1000) * this.leakRate);
    this.#at = now;
    return Math.ceil(this.#level);
  }

  add(): boolean {
    if (this.used + 1 > this.size) return false;
    this.#level += 1;
    return true;
  }
}
