import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { describe, expect, it } from 'vitest';
import { addressOf, NO_CHOICE, parseHistoryAddress, saveChoice, viewOf } from './history-address.ts';

const STORE = '01890000-0000-7000-8000-0000000000a1';
const USER = '01890000-0000-7000-8000-0000000000d1';
const BATCH = '01890000-0000-7000-8000-0000000000e1';

const filters = { store: STORE, user: USER, from: '2026-03-01', to: '2026-03-31' };
const everything = {
  ...filters,
  attribute: 'price',
  source: 'undo',
  search: 'hat',
  stock: true,
  subject: null,
  page: 3,
  pageSize: 100,
  viewAll: false,
} as const;

describe('the history’s URL', () => {
  it('omits irrelevant parts in View All, and defaults to the first page of 50', () => {
    expect(viewOf({})).toEqual({ ...NO_CHOICE, subject: null, page: 1, pageSize: 50, viewAll: false });
    expect(viewOf(addressOf(everything))).toEqual(everything);
    expect(addressOf({ ...everything, viewAll: true })).toMatchObject({ view: 'all' });
    expect(addressOf({ ...everything, viewAll: true })).not.toHaveProperty('page');
  });

  it.each([
    { page: '0', size: '33', view: 'most' },
    { page: '-1', store: 'atlas', user: '1', attribute: 'colour' },
    { page: '1e99', from: '2026-02-30', to: '31.01.2026', batch: 'x' },
  ])('ignores invalid values: %j', (raw) => {
    expect(parseHistoryAddress(raw)).toEqual({});
  });
});

describe('saved filters', () => {
  it('are stored under the specified names, and fill gaps in the URL', () => {
    saveChoice(everything);
    expect([
      localStorage.getItem(PREFERENCE_KEYS.historyStore),
      localStorage.getItem(PREFERENCE_KEYS.historyUser),
      localStorage.getItem(PREFERENCE_KEYS.historyStartDate),
      localStorage.getItem(PREFERENCE_KEYS.historyEndDate),
    ]).toEqual([STORE, USER, '2026-03-01', '2026-03-31']);
    expect(viewOf({ from: '2026-03-05' })).toMatchObject({ ...filters, from: '2026-03-05' });
  });

  it('yield to a URL with: any', () => {
    saveChoice(everything);
    const cleared = { ...everything, ...NO_CHOICE, page: 1 };
    expect(viewOf(addressOf(cleared))).toEqual(cleared);
  });

  it('do not narrow a link to one batch', () => {
    saveChoice(everything);
    expect(viewOf({ batch: BATCH })).toMatchObject({
      ...NO_CHOICE,
      subject: { kind: 'batch', id: BATCH },
    });
  });

  it('are removed when cleared, and ignored when invalid', () => {
    saveChoice(everything);
    saveChoice(NO_CHOICE);
    expect(localStorage.getItem(PREFERENCE_KEYS.historyStore)).toBeNull();
    localStorage.setItem(PREFERENCE_KEYS.historyUser, 'somebody');
    localStorage.setItem(PREFERENCE_KEYS.historyStartDate, '2026-03-02');
    localStorage.setItem(PREFERENCE_KEYS.historyEndDate, '2026-03-01');
    expect(viewOf({})).toMatchObject({ user: null, from: '2026-03-02', to: null });
  });
});
