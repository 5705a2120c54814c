import type { GuardRail, GuardRailRule } from '@storefleet/contract/edits/guard-rails';
import { expect, it, vi } from 'vitest';
import { type GuardRailDraft, problemsOf, toDraft, toInput } from './guard-rail-draft.ts';

const usual = { currency: 'CHF', timezone: 'UTC' };
const guardRail = (rule: GuardRailRule): GuardRail => ({
  id: '0190d000-0000-7000-8000-000000000001',
  name: null,
  title: 'A rule',
  effect: 'block',
  is_enabled: false,
  rule,
  scope: { store_ids: ['0190a000-0000-7000-8000-000000000001'], vendors: [], product_types: [], tags: [] },
  version: 1,
  updated_at: '2026-11-21T05:00:00Z',
  updated_by: { id: '0190b000-0000-7000-8000-000000000001', name: null, email: 'a@example.com' },
});

it.each<GuardRailRule>([
  { kind: 'min_margin', percent: 12.5 },
  { kind: 'max_move', attribute: 'cost', direction: 'down', percent: 20 },
  { kind: 'floor', attribute: 'price', amount: '19.90', currency: 'EUR' },
  { kind: 'ceiling', attribute: 'price', amount: '19.90', currency: 'EUR' },
  { kind: 'ending', attribute: 'price', endings: ['.99', '.95'] },
  { kind: 'max_rows', rows: 200 },
  { kind: 'quiet_hours', days: [0, 5, 6], from: '08:00', to: '18:00', timezone: 'Europe/Zurich' },
])('a rule round-trips through the form: %j', (rule) => {
  const { name, effect, is_enabled, scope } = guardRail(rule);
  expect(toInput(toDraft(guardRail(rule), usual))).toEqual({ name, effect, is_enabled, rule, scope });
});

it('a rule about whole updates only applies to stores, whatever was chosen before', () => {
  const draft = { ...toDraft(null, usual), kind: 'max_rows', rows: '5', vendors: ['Atlas'] } as const;
  expect(toInput({ ...draft, vendors: ['Atlas'] }).scope.vendors).toEqual([]);
});

it('reads numbers as they are written here, or says how to write them', () => {
  const of = (part: Partial<GuardRailDraft>) => ({ ...toDraft(null, usual), ...part });
  const percent = of({ kind: 'min_margin', percent: '12,5' });
  expect(problemsOf(percent)).toEqual({ percent: 'Write decimals with a point: 12.5.' });
  expect(problemsOf(of({ kind: 'max_move', percent: 'some' }))).toHaveProperty('percent');
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  expect(problemsOf(percent)).toEqual({});
  expect(toInput(percent).rule).toEqual({ kind: 'min_margin', percent: 12.5 });
  expect(toInput(of({ kind: 'floor', amount: '19,90' })).rule).toMatchObject({ amount: '19.90' });

  const stored = toDraft(guardRail({ kind: 'min_margin', percent: 33.333 }), usual);
  expect(problemsOf(stored)).toEqual({});
  expect(toInput(stored).rule).toEqual({ kind: 'min_margin', percent: 33.333 });
  const move = { kind: 'max_move', attribute: 'price', direction: 'any' } as const;
  expect(problemsOf(of({ ...move, percent: '33.333' }))).toEqual({});
  expect(problemsOf(of({ ...move, percent: '1.500' }))).toHaveProperty('percent');
});
