import type { MoneyAttribute } from '@storefleet/contract/attributes/attributes';
import type {
  GuardRail,
  GuardRailCreate,
  GuardRailEffect,
  GuardRailRule,
} from '@storefleet/contract/edits/guard-rails';
import type { ParsedNumber } from '@storefleet/contract/values/money/money';
import type { Problems } from '../../components/form/use-draft.ts';
import { readNumber } from '../../lib/format/read-amount.ts';

type Kind = GuardRailRule['kind'];
type Direction = Extract<GuardRailRule, { kind: 'max_move' }>['direction'];

/** Form state of a guard rail; keeps the fields of other kinds in case they are chosen again. */
export type GuardRailDraft = {
  name: string;
  kind: Kind;
  effect: GuardRailEffect;
  is_enabled: boolean;
  attribute: MoneyAttribute;
  percent: string;
  direction: Direction;
  amount: string;
  currency: string;
  endings: string[];
  rows: string;
  days: readonly number[];
  from: string;
  to: string;
  timezone: string;
  store_ids: string[];
  vendors: string[];
  product_types: string[];
  tags: string[];
};

export const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'min_margin', label: 'Minimum margin' },
  { value: 'max_move', label: 'Largest change of an amount' },
  { value: 'floor', label: 'Lowest amount (such as a MAP)' },
  { value: 'ceiling', label: 'Highest amount' },
  { value: 'ending', label: 'Ending of an amount' },
  { value: 'max_rows', label: 'Maximum rows at once' },
  { value: 'quiet_hours', label: 'Hours without changes' },
];

export const DIRECTIONS: readonly { value: Direction; label: string }[] = [
  { value: 'any', label: 'Up or down' },
  { value: 'down', label: 'Down' },
  { value: 'up', label: 'Up' },
];

export const draftLabels = {
  name: 'Name (optional)',
  kind: 'Rule',
  effect: 'If a change breaks it',
  attribute: 'Which amount',
  percent: 'Percent',
  direction: 'Direction',
  amount: 'Amount',
  currency: 'Currency',
  endings: 'Endings',
  rows: 'Rows',
  days: 'Days',
  from: 'From',
  to: 'Until',
  timezone: 'Timezone',
  store_ids: 'Stores',
  vendors: 'Vendors',
  product_types: 'Types',
  tags: 'Tags',
} satisfies Partial<Record<keyof GuardRailDraft, string>>;

const blank: GuardRailDraft = {
  name: '',
  kind: 'min_margin',
  effect: 'warning',
  is_enabled: true,
  attribute: 'price',
  percent: '',
  direction: 'any',
  amount: '',
  currency: '',
  endings: [],
  rows: '',
  days: [0, 1, 2, 3, 4],
  from: '08:00',
  to: '18:00',
  timezone: '',
  store_ids: [],
  vendors: [],
  product_types: [],
  tags: [],
};

export const isOfWholeUpdate = ({ kind }: Pick<GuardRailDraft, 'kind'>) =>
  kind === 'max_rows' || kind === 'quiet_hours';

/** `usual`: defaults of a new one. */
export function toDraft(
  guardRail: GuardRail | null,
  usual: Pick<GuardRailDraft, 'currency' | 'timezone'>,
): GuardRailDraft {
  if (guardRail === null) return { ...blank, ...usual };
  const { name, effect, is_enabled, rule, scope } = guardRail;
  const draft = { ...blank, ...usual, name: name ?? '', effect, is_enabled, ...scope };
  switch (rule.kind) {
    case 'min_margin':
    case 'max_move':
      return { ...draft, ...rule, percent: String(rule.percent) };
    case 'max_rows':
      return { ...draft, ...rule, rows: String(rule.rows) };
    default:
      return { ...draft, ...rule };
  }
}

export function toInput(draft: GuardRailDraft): GuardRailCreate {
  const { name, effect, is_enabled, store_ids, vendors, product_types, tags } = draft;
  const ofRows = isOfWholeUpdate(draft)
    ? { vendors: [], product_types: [], tags: [] }
    : { vendors, product_types, tags };
  return {
    name: name.trim() || null,
    effect,
    is_enabled,
    rule: toRule(draft),
    scope: { store_ids, ...ofRows },
  };
}

function toRule(draft: GuardRailDraft): GuardRailRule {
  const { kind, attribute, direction, endings, timezone, from, to } = draft;
  const percent = Number(plain(draft.percent, readPercent(draft)));
  switch (kind) {
    case 'min_margin':
      return { kind, percent };
    case 'max_move':
      return { kind, attribute, direction, percent };
    case 'floor':
    case 'ceiling':
      return { kind, attribute, amount: plain(draft.amount), currency: draft.currency.trim().toUpperCase() };
    case 'ending':
      return { kind, attribute, endings };
    case 'max_rows':
      return { kind, rows: Number(plain(draft.rows)) };
    case 'quiet_hours':
      return { kind, days: [...draft.days], from, to, timezone };
  }
}

/** A number with a decimal point; other text, which the server refuses, is unchanged. */
function plain(text: string, number = readNumber(text)): string {
  return number.ok ? number.value : text;
}

/** Percentages are shown with a decimal point: it separates thousands only if so many percent are possible. */
function readPercent({ kind, percent }: GuardRailDraft): ParsedNumber {
  const text = percent.trim();
  const most = kind === 'min_margin' ? 100 : 10_000;
  return /^\d+\.\d+$/.test(text) && Number(text.replace('.', '')) > most
    ? { ok: true, value: text }
    : readNumber(text);
}

/** Reports empty fields and what is no number; the server validates the rest. */
export function problemsOf(draft: GuardRailDraft): Problems<GuardRailDraft> {
  const missing = (name: 'currency' | 'from' | 'to', sentence: string) =>
    draft[name].trim() === '' ? { [name]: sentence } : {};
  const noNumber = (name: 'percent' | 'amount' | 'rows', sentence: string) => {
    const number = name === 'percent' ? readPercent(draft) : readNumber(draft[name]);
    if (!number.ok) return { [name]: number.message };
    return number.value === '' || Number.isNaN(Number(number.value)) ? { [name]: sentence } : {};
  };
  switch (draft.kind) {
    case 'min_margin':
    case 'max_move':
      return noNumber('percent', 'Enter a percentage such as 12.5.');
    case 'floor':
    case 'ceiling':
      return {
        ...noNumber('amount', 'Enter an amount such as 19.90.'),
        ...missing('currency', 'Enter a currency such as CHF.'),
      };
    case 'ending':
      return draft.endings.length === 0 ? { endings: 'Enter at least one ending, such as .99.' } : {};
    case 'max_rows':
      return noNumber('rows', 'Enter how many rows.');
    case 'quiet_hours':
      return draft.days.length === 0
        ? { days: 'Choose at least one day.' }
        : { ...missing('from', 'Enter a time.'), ...missing('to', 'Enter a time.') };
  }
}

/** Field for a path of the server's error: `rule.percent`, `scope.vendors.0`. */
export function fieldOf(path: string, draft: GuardRailDraft): keyof GuardRailDraft | null {
  const name = path.replace(/^(rule|scope)\./, '').split('.')[0] ?? '';
  if (path === 'scope') return 'store_ids';
  return Object.hasOwn(draft, name) ? (name as keyof GuardRailDraft) : null;
}
