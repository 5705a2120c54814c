import { describe, expect, it } from 'vitest';
import { lastDays, periodOf } from './calendar-day.ts';

const period = (start_date: string, end_date: string, timezone?: string) => {
  const { from, before } = periodOf({ start_date, end_date, timezone });
  return [from?.toISOString(), before?.toISOString()];
};

describe('periodOf', () => {
  it('includes the whole last day, in UTC unless a zone is named', () => {
    expect(period('2026-01-30', '2026-01-31')).toEqual([
      '2026-01-30T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ]);
    expect(period('2026-01-31', '2026-01-31', 'Asia/Kolkata')).toEqual([
      '2026-01-30T18:30:00.000Z',
      '2026-01-31T18:30:00.000Z',
    ]);
    expect(period('2026-01-31', '2026-01-31', 'America/Los_Angeles')).toEqual([
      '2026-01-31T08:00:00.000Z',
      '2026-02-01T08:00:00.000Z',
    ]);
  });

  it('leaves missing ends open', () => {
    expect(periodOf({})).toEqual({ from: null, before: null });
  });

  // Hours of UTC. Santiago's clocks skip from 23:59:59 to 01:00, and go back from midnight to 23:00 the day
  // before; Havana's go back from 01:00 to midnight: the day has two of them.
  it.each([
    ['a day of 23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23', '2026-03-29T22'],
    ['a day of 25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22', '2026-10-25T23'],
    ['a day without midnight', 'America/Santiago', '2024-09-08', '2024-09-08T04', '2024-09-09T03'],
    ['a day before an hour is repeated', 'America/Santiago', '2024-04-06', '2024-04-06T03', '2024-04-07T04'],
    ['a day with two midnights', 'America/Havana', '2024-11-03', '2024-11-03T04', '2024-11-04T05'],
  ])('handles %s', (_, zone, day, from, before) => {
    expect(period(day, day, zone)).toEqual([from, before].map((hour) => `${hour}:00:00.000Z`));
  });

  it.each([
    ['with an offset', '2026-03-29T08:00:00+02:00', '2026-03-29T06:00:00.000Z'],
    ['in UTC', '2026-03-29T08:00:00.5Z', '2026-03-29T08:00:00.500Z'],
    ['as the clocks of the zone show them', '2026-03-29T08:00:00.5', '2026-03-29T06:00:00.500Z'],
    ['to the minute', '2026-03-28T08:00', '2026-03-28T07:00:00.000Z'],
    ['that they show twice, as the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('accepts moments %s', (_, moment, utc) => {
    const [from, before] = period(moment, moment, 'Europe/Berlin');
    expect([from, Date.parse(before ?? '')]).toEqual([utc, Date.parse(utc) + 1]);
  });

  it('takes a time the clocks skip as the moment of the change', () => {
    const change = '2026-03-29T01:00:00.000Z';
    expect(period('2026-03-29T02:30', '2026-03-29T03:30', 'Europe/Berlin')[0]).toBe(change);
    expect(period('2026-03-29T01:30', '2026-03-29T02:30', 'Europe/Berlin')[1]).toBe(change);
    expect(period('2011-12-30', '2012-01-01', 'Pacific/Apia')[0]).toBe('2011-12-30T10:00:00.000Z');
  });

  it('accepts a day with a moment, and refuses an end before the start', () => {
    const sentence = 'The end date must not be before the start date.';
    expect(period('2026-01-31', '2026-01-31T08:00:00Z')[1]).toBe('2026-01-31T08:00:00.001Z');
    expect(() => period('2026-01-31', '2026-01-30')).toThrow(sentence);
    expect(() => period('2026-01-31T08:00:00Z', '2026-01-31T09:00:00+02:00')).toThrow(sentence);
  });

  it('handles the first and the last possible day', () => {
    expect(period('0001-01-01', '9999-12-31')).toEqual([
      '0001-01-01T00:00:00.000Z',
      '+010000-01-01T00:00:00.000Z',
    ]);
  });

  it('names a zone that does not exist', () => {
    expect(() => periodOf({ timezone: 'Europe/Atlantis' })).toThrow(
      'There is no time zone Europe/Atlantis. Use a name such as Europe/Berlin or UTC.',
    );
  });
});

describe('lastDays', () => {
  const days = (count: number, zone: string, now: string) =>
    lastDays(count, zone, new Date(now)).map(({ date, from, before }) => [
      date,
      from.toISOString(),
      before.toISOString(),
    ]);

  it('ends with the current day of the zone', () => {
    const evening = '2026-02-28T20:00:00Z';
    expect(days(2, 'UTC', evening).map(([date]) => date)).toEqual(['2026-02-27', '2026-02-28']);
    expect(days(2, 'Asia/Kolkata', evening).map(([date]) => date)).toEqual(['2026-02-28', '2026-03-01']);
    expect(days(1, 'Asia/Kolkata', evening)).toEqual([
      ['2026-03-01', '2026-02-28T18:30:00.000Z', '2026-03-01T18:30:00.000Z'],
    ]);
  });

  it('assigns every moment to one day, across clock changes', () => {
    const berlin = days(3, 'Europe/Berlin', '2026-03-30T12:00:00Z');
    expect(berlin).toEqual([
      ['2026-03-28', '2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z'],
      ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ]);
    for (const zone of [
      'Europe/Berlin',
      'America/Santiago',
      'America/Havana',
      'Australia/Lord_Howe',
      'UTC',
    ]) {
      const year = days(366, zone, '2024-12-31T12:00:00Z');
      expect(year.slice(1).map(([, from]) => from)).toEqual(year.slice(0, -1).map(([, , before]) => before));
    }
  });
});
