import type { Caller } from '../parts.ts';
import type { Place } from './known-places.ts';
import { type GrowingDelay, networksOf } from './throttle.ts';

/** Something that is tried with an e-mail address, and how long to wait for the next try. */
export type TriesKind = {
  name: string;
  /** From one network or device. */
  here: GrowingDelay;
  /** From all unknown places together. */
  anywhere: GrowingDelay;
};

export type Count = { what: string; whom: string; delay: GrowingDelay };

/**
 * What a try counts against. A device or a network that the account has signed in from is counted by itself, so that
 * strangers elsewhere use up nothing of its owner's.
 */
export function countsByPlace(kind: TriesKind, email: string, caller: Caller, place: Place): Count[] {
  const { name, here, anywhere } = kind;
  if (place === 'device') {
    return [{ what: `${name}-on-device`, whom: `${email} ${caller.device}`, delay: here }];
  }
  const networks = networksOf(caller.address).map(({ name: network, factor }) => ({
    what: `${name}-at-address`,
    whom: `${email} ${network}`,
    delay: { ...here, freeTries: here.freeTries * factor },
  }));
  if (place === 'network') return networks.slice(0, 1);
  return [...networks, { what: name, whom: email, delay: anywhere }];
}
