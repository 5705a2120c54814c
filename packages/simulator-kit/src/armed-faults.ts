/** How often a fault strikes, whatever it is. */
export type FaultCount = {
  /** Matching requests let through before the first one fails. */
  skip?: number;
  /** How many requests fail; 1 when left out. */
  times?: number;
};

type Armed<Fault> = {
  readonly id: string;
  readonly fault: Fault;
  skipLeft: number;
  timesLeft: number;
  fired: number;
};

/** A fault as a test sees it. */
type ArmedFault<Fault> = Fault & {
  readonly id: string;
  readonly timesLeft: number;
  readonly fired: number;
};

/** The faults that wait for their requests, in the order in which they were armed. */
export class ArmedFaults<Fault extends FaultCount> {
  #armed: Armed<Fault>[] = [];
  #count = 0;

  /** Arms a fault and returns its id. */
  add(fault: Fault): string {
    this.#count += 1;
    const id = `fault-${this.#count}`;
    this.#armed.push({ id, fault, skipLeft: fault.skip ?? 0, timesLeft: fault.times ?? 1, fired: 0 });
    return id;
  }

  clear(): void {
    this.#armed = [];
  }

  list(): ArmedFault<Fault>[] {
    return this.#armed.map(({ id, fault, timesLeft, fired }) => ({ ...fault, id, timesLeft, fired }));
  }

  /**
   * The faults that strike now, of those that match; asked for one by one, since each that is taken counts as
   * used.
   */
  *striking<Wanted extends Fault>(
    isMatch: (fault: Fault) => fault is Wanted,
  ): Generator<{ id: string; fault: Wanted }> {
    for (const armed of this.#armed) {
      const { id, fault } = armed;
      if (armed.timesLeft <= 0 || !isMatch(fault)) continue;
      if (armed.skipLeft > 0) {
        armed.skipLeft -= 1;
        continue;
      }
      armed.timesLeft -= 1;
      armed.fired += 1;
      yield { id, fault };
    }
  }
}
