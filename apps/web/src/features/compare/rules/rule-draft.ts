import type { RuleKind, RuleWatch } from '@storefleet/contract/articles/compared';
import type { EqualityRule } from '@storefleet/contract/articles/rules';
import type { ListedAttribute } from '@storefleet/contract/attributes/attributes';
import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import type { ParsedNumber } from '@storefleet/contract/values/money/money';
import type { Labels, Problems } from '../../../components/form/use-draft.ts';
import { readFactor, readNumber } from '../../../lib/format/read-amount.ts';
import type { RuleRequest } from '../compare-queries.ts';

/** Form state of a rule. */
export type RuleDraft = {
  attribute: ListedAttribute;
  kind: RuleKind;
  source_store_id: string;
  store_ids: string[];
  factor: string;
  amount: string;
  ending: string;
  watch: RuleWatch;
  is_enabled: boolean;
};

export const draftLabels: Labels<RuleDraft> = {
  attribute: 'What should be equal',
  kind: 'How',
  source_store_id: 'As in',
  store_ids: 'Applies in',
  factor: 'Factor',
  amount: 'Plus amount',
  ending: 'Ending',
  watch: 'When a sync finds a difference',
  is_enabled: 'In use',
};

export const KIND_WORDS: Record<RuleKind, string> = {
  same: 'The same value',
  formula: 'Multiplied by a factor, plus an amount',
  currency: 'Converted at an exchange rate',
  ignore: 'May differ',
};

export const WATCH_WORDS: Record<RuleWatch, string> = {
  off: 'Show in Compare only',
  count: 'Also show on the dashboard',
  plan: 'Also plan a correction and send it to the inbox',
};

/** Only amounts can be calculated. */
export const kindsFor = (attribute: ListedAttribute): RuleKind[] =>
  isMoneyAttribute(attribute) ? ['same', 'formula', 'currency', 'ignore'] : ['same', 'ignore'];

export function toDraft(rule: EqualityRule | null): RuleDraft {
  const way = rule?.way;
  return {
    attribute: rule?.attribute ?? 'price',
    kind: way?.kind ?? 'same',
    source_store_id: rule?.source_store_id ?? '',
    store_ids: rule?.store_ids ?? [],
    factor: way?.kind === 'formula' ? way.factor : '1',
    amount: way?.kind === 'formula' ? way.amount : '0',
    ending: way && 'ending' in way ? (way.ending ?? '') : '',
    watch: rule?.watch ?? 'off',
    is_enabled: rule?.is_enabled ?? true,
  };
}

export function toRequest(draft: RuleDraft): RuleRequest {
  const { attribute, kind, source_store_id, store_ids, watch, is_enabled } = draft;
  return {
    attribute,
    store_ids,
    source_store_id: kind === 'ignore' ? null : source_store_id,
    way: wayOf(draft),
    watch,
    is_enabled,
  };
}

function wayOf({ kind, factor, amount, ending }: RuleDraft): RuleRequest['way'] {
  const rounded = { ending: ending.trim() || null };
  switch (kind) {
    case 'same':
    case 'ignore':
      return { kind };
    case 'currency':
      return { kind, ...rounded };
    case 'formula':
      return { kind, factor: valueIn(readFactor(factor)), amount: valueIn(readSummand(amount)), ...rounded };
  }
}

/** An amount with or without a minus; 0 if blank. */
function readSummand(typed: string): ParsedNumber {
  const text = typed.trim() || '0';
  const minus = /^[-−]/.test(text) ? '-' : '';
  const number = readNumber(text.slice(minus.length));
  return number.ok ? { ok: true, value: `${minus}${number.value}` } : number;
}

const valueIn = (number: ParsedNumber) => (number.ok ? number.value : '');

function formulaProblems({ factor, amount }: RuleDraft): Problems<RuleDraft> {
  const [by, plus] = [readFactor(factor), readSummand(amount)];
  return {
    ...(by.ok && !(Number(by.value) > 0) ? { factor: 'Enter a factor such as 1.05.' } : {}),
    ...(by.ok ? {} : { factor: by.message }),
    ...(plus.ok ? {} : { amount: plus.message }),
  };
}

export function problemsOf(draft: RuleDraft): Problems<RuleDraft> {
  const { kind, source_store_id, store_ids, ending } = draft;
  return {
    ...(kind !== 'ignore' && source_store_id === ''
      ? { source_store_id: 'Choose the store that the value comes from.' }
      : {}),
    ...(store_ids.length === 0 ? { store_ids: 'Choose at least one store.' } : {}),
    ...(kind === 'formula' ? formulaProblems(draft) : {}),
    ...(ending.trim() !== '' && !/^\.\d{2}$/.test(ending.trim())
      ? { ending: 'Enter an ending such as .99.' }
      : {}),
  };
}

/** Maps a path of the server's error to a field. */
export function fieldOf(path: string): keyof RuleDraft | null {
  const last = path.split('.').at(-1) ?? '';
  return Object.hasOwn(draftLabels, last)
    ? (last as keyof RuleDraft)
    : path.startsWith('way')
      ? 'kind'
      : null;
}
