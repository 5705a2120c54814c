import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { MAX_CLOCK_DIFFERENCE_MS, requireCommonTime } from './clock-check.ts';

const db = await openTestDatabase();

const clockAhead = (milliseconds: number) => ({ now: () => new Date(Date.now() + milliseconds) });

it('a machine whose clock agrees with the database may start', async () => {
  await requireCommonTime(db, systemClock);
  await requireCommonTime(db, clockAhead(MAX_CLOCK_DIFFERENCE_MS / 2));
});

it.each([
  [3_000, /^The clock of this machine is [23] seconds ahead of the database's: have both set /],
  [60_000, /^The clock of this machine is (59|60|61) seconds ahead of the database's: have both set /],
  [-60_000, /^The clock of this machine is (59|60|61) seconds behind the database's: have both set /],
])('one whose clock is %i ms off is refused', async (difference, sentence) => {
  await expect(requireCommonTime(db, clockAhead(difference))).rejects.toThrow(sentence);
});
