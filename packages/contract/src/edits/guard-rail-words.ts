import { EDITABLE_ATTRIBUTE_LABELS } from '../attributes/attributes.ts';
import { WEEKDAY_LABELS } from '../syncs/schedule-constants.ts';
import { formatCount } from '../values/quantity.ts';
import type { GuardRailRule } from './guard-rails.ts';

const EVERY_DAY = 7;
const MOVES = { any: 'moves', up: 'rises', down: 'falls' } as const;

/** A rule in words: `Price of at least 19.90 CHF`. Without Zod, for the web bundle. */
export function describeRule(rule: GuardRailRule): string {
  switch (rule.kind) {
    case 'min_margin':
      return `Margin of at least ${rule.percent}%`;
    case 'max_move':
      return `${EDITABLE_ATTRIBUTE_LABELS[rule.attribute]} ${MOVES[rule.direction]} by at most ${rule.percent}%`;
    case 'floor':
      return `${EDITABLE_ATTRIBUTE_LABELS[rule.attribute]} of at least ${rule.amount} ${rule.currency}`;
    case 'ceiling':
      return `${EDITABLE_ATTRIBUTE_LABELS[rule.attribute]} of at most ${rule.amount} ${rule.currency}`;
    case 'ending':
      return `${EDITABLE_ATTRIBUTE_LABELS[rule.attribute]} ends with ${oneOf(rule.endings)}`;
    case 'max_rows':
      return `At most ${formatCount(rule.rows)} ${rule.rows === 1 ? 'row' : 'rows'} at once`;
    case 'quiet_hours':
      return `No changes ${describeDays(rule.days)} ${rule.from}–${rule.to} (${rule.timezone})`;
  }
}

/** A broken guard rail: its title and a sentence, which already has the title if nobody named the rule. */
export function titled({ title, message }: { title: string; message: string }): string {
  return message.includes(title) ? message : `${title}: ${message}`;
}

export function oneOf(values: readonly string[]): string {
  return values.length < 2
    ? values.join()
    : `${values.slice(0, -1).join(', ')} or ${values[values.length - 1]}`;
}

/** `Mon–Fri`, `Sat, Sun` or `daily`; Monday is 0. */
function describeDays(days: readonly number[]): string {
  const sorted = [...days].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const last = sorted[sorted.length - 1] ?? first;
  if (sorted.length === EVERY_DAY) return 'daily';
  const name = (day: number) => WEEKDAY_LABELS[day]?.slice(0, 3) ?? '';
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  return isRun ? `${name(first)}–${name(last)}` : sorted.map(name).join(', ');
}
