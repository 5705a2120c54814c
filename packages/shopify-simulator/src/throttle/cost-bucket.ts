import type { Clock } from '../clock.ts';

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** One app's points at one shop: restored continuously, up to the maximum. */
export class CostBucket {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #restoreRate: number;
  #available: number;
  #at: number;

  constructor(clock: Clock, limits: { maximumAvailable: number; restoreRate: number }) {
    this.#clock = clock;
    this.#maximum = limits.maximumAvailable;
    this.#restoreRate = limits.restoreRate;
    this.#available = limits.maximumAvailable;
    this.#at = clock.now().getTime();
  }

  take(points: number): boolean {
    this.#refill();
    if (points > this.#available) return false;
    this.#available -= points;
    return true;
  }

  giveBack(points: number): void {
    this.#refill();
    this.#available = Math.min(this.#maximum, this.#available + points);
  }

  /** Drains the bucket down to `points`. */
  leave(points: number): void {
    this.#refill();
    this.#available = Math.min(this.#available, points);
  }

  status(): ThrottleStatus {
    this.#refill();
    return {
      maximumAvailable: this.#maximum,
      currentlyAvailable: Math.floor(this.#available),
      restoreRate: this.#restoreRate,
    };
  }

  #refill(): void {
    const now = this.#clock.now().getTime();
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#available = Math.min(this.#maximum, this.#available + seconds * this.#restoreRate);
    this.#at = now;
  }
}
