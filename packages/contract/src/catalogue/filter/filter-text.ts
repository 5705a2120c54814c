import { canonicalDecimal, compareDecimals, isDecimal } from '../../values/money/decimal.ts';
import { gramsIn } from '../../values/weight.ts';
import {
  CHOSEN_NAME_FIELDS,
  FILTER_FIELDS,
  FILTER_STATES,
  type FilterField,
  MISSING_VALUES,
  NAME_FIELDS,
  NUMBER_FIELDS,
  type NumberField,
} from './filter-fields.ts';
import type {
  ChangeTest,
  MarketPriceTest,
  MetafieldTest,
  NumberTest,
  ProductFilter,
  StockTest,
} from './product-filter.ts';

/** An invalid part of a filter text, with its offsets. */
type FilterProblem = { readonly message: string; readonly start: number; readonly end: number };

type ParsedFilterText = {
  readonly filter: ProductFilter;
  /** The text to search for, without filters. */
  readonly words: string;
  readonly problems: readonly FilterProblem[];
};

type Token = {
  readonly negated: boolean;
  /** Null for a word. */
  readonly field: string | null;
  /** Of a metafield. */
  readonly name?: string | undefined;
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly isOpen: boolean;
};

type Reading = { readonly value: unknown } | { readonly expected: string };

/** Parses a text such as `lamp vendor:"Quarry Lane" price:<10 -tag:clearance` into filters and words. */
export function parseFilterText(text: string): ParsedFilterText {
  const lists: Partial<Record<FilterField, { asked: unknown[]; none: unknown[] }>> = {};
  const words: string[] = [];
  const problems: FilterProblem[] = [];
  for (const token of tokensOf(text)) {
    const { field, start, end } = token;
    const report = (sentence: string) =>
      problems.push({ message: `At character ${start + 1}: ${sentence}`, start, end });
    if (token.isOpen) report('the quotation mark is not closed; add another " at the end.');
    else if (field === null) words.push(...token.values.filter((word) => word !== ''));
    else if (!isField(field)) {
      report(
        `there is no filter "${field}". Filters are ${FILTER_FIELDS.join(', ')}; put "" around words to search for them.`,
      );
    } else {
      for (const [at, text] of token.values.map((value) => value.trim()).entries()) {
        if (isCut(field, text, token.values[at - 1])) {
          report(CUT_NUMBER);
          continue;
        }
        const missing = field === 'no' ? metafieldIn(text) : null;
        const name = missing ?? token.name;
        const reading = name === undefined ? readValue(field, text) : readMetafieldTest(name, text, missing);
        if ('expected' in reading) {
          report(`"${field}:" takes ${reading.expected}${text === '' ? '' : `, not "${text}"`}.`);
          continue;
        }
        const of = name === undefined ? field : 'metafield';
        const list = lists[of] ?? { asked: [], none: [] };
        lists[of] = list;
        add(token.negated ? list.none : list.asked, reading.value);
      }
    }
  }
  return { filter: toFilter(lists), words: words.join(' '), problems };
}

function add(list: unknown[], value: unknown): void {
  const key = JSON.stringify(value);
  if (!list.some((other) => JSON.stringify(other) === key)) list.push(value);
}

function toFilter(lists: Partial<Record<FilterField, { asked: unknown[]; none: unknown[] }>>): ProductFilter {
  const filled = Object.entries(lists).filter(([, { asked, none }]) => asked.length + none.length > 0);
  return Object.fromEntries(
    filled.map(([field, { asked, none }]) => [
      field,
      isFlag(field) ? { all: asked, none } : { any: asked, none },
    ]),
  );
}

const isFlag = (field: string) => field === 'no' || field === 'is';
const isField = (field: string): field is FilterField => (FILTER_FIELDS as readonly string[]).includes(field);
const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

function readValue(field: FilterField, text: string): Reading {
  if (isOneOf([...NAME_FIELDS, ...CHOSEN_NAME_FIELDS], field)) {
    return text === '' || text.length > 255
      ? { expected: `a name such as ${EXAMPLES[field]}` }
      : { value: text };
  }
  if (isOneOf(NUMBER_FIELDS, field)) return readNumberTest(field, text) ?? { expected: EXAMPLES[field] };
  if (field === 'stock-at' || field === 'market-price') {
    return readPlacedTest(field, text) ?? { expected: EXAMPLES[field] };
  }
  if (field === 'description') {
    return text === '' || text.length > 255 ? { expected: EXAMPLES[field] } : { value: text };
  }
  if (field === 'metafield') return { expected: EXAMPLES[field] };
  const word = text.toLowerCase();
  if (field === 'no') return isOneOf(MISSING_VALUES, word) ? { value: word } : { expected: EXAMPLES.no };
  if (field === 'is') return isOneOf(FILTER_STATES, word) ? { value: word } : { expected: EXAMPLES.is };
  const change = readChange(word);
  return change === null ? { expected: EXAMPLES.changed } : { value: change };
}

function anyOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

const EXAMPLES: Record<FilterField, string> = {
  store: '"Main Street"',
  vendor: '"Quarry Lane"',
  type: 'Shoes',
  status: 'active',
  tag: 'clearance',
  category: '"Apparel & Accessories > Clothing"',
  collection: '"Summer sale"',
  channel: '"Online Store"',
  price: 'an amount such as <10, >=5, 9.90 or 10..20',
  'compare-at': 'an amount such as <10, >=5, 9.90 or 10..20',
  cost: 'an amount such as <10, >=5, 9.90 or 10..20',
  margin: 'percent such as <20, >=5 or 10..20',
  stock: 'a number such as 0, <5 or 10..20',
  weight: 'a weight such as >1kg, <500g, 2lb or 1kg..2kg (kg where no unit is given)',
  'stock-at': 'a location and a number such as Warehouse<5 or "Main street=10..20"',
  'market-price': 'a price list and an amount such as Europe<10 or "Europe=10..20"',
  description: 'a part of its text such as linen or "solid oak"',
  metafield:
    'a name: metafield.custom.material:Oak, metafield."Care guide":~wool or metafield.custom.width:<10',
  no: anyOf([...MISSING_VALUES, 'metafield.custom.material']),
  is: anyOf(FILTER_STATES),
  changed: '>2026-10-01 (since that day), <2026-10-01 (before it), 7d or 12h (within that time)',
};

/** Of `metafield.custom.material`; null for anything else. */
const metafieldIn = (text: string) => /^metafield\.(.+)$/i.exec(text)?.[1]?.trim() ?? null;

/** `~` contains; `=` is exactly what follows; a number or date may be compared. */
function readMetafieldTest(name: string, text: string, missing: string | null): Reading {
  const test = (value: MetafieldTest['value']): Reading => ({ value: { name, value } });
  if (missing !== null) return test(null);
  const word = /^[~=]/.test(text) ? text.slice(1).trim() : text;
  if (word === '' || word.length > 255 || name.length > 255) return { expected: EXAMPLES.metafield };
  if (text.startsWith('~')) return test({ contains: word });
  const compared = /^[<>]|\.\./.test(text) ? (readNumberTest('price', text) ?? readDateTest(text)) : null;
  return compared && 'value' in compared
    ? test(compared.value as MetafieldTest['value'])
    : /^[<>]/.test(text)
      ? { expected: EXAMPLES.metafield }
      : test({ is: word });
}

function readDateTest(text: string): Reading | null {
  const [, op, date = ''] = /^(<=|>=|<|>)\s*(\S+)$/.exec(text) ?? [];
  if (isDay(date)) return { value: { op, value: date } };
  const [, from = '', to = ''] = /^(\S+)\.\.(\S+)$/.exec(text) ?? [];
  return isDay(from) && isDay(to) ? { value: { from, to } } : null;
}

function readNumberTest(field: NumberField, text: string): Reading | null {
  const [from, to, ...more] = text.split('..').map((part) => part.trim());
  if (to !== undefined) {
    if (more.length > 0 || from === undefined) return null;
    const [first, last] = [
      from === '' ? null : readNumber(field, from),
      to === '' ? null : readNumber(field, to),
    ];
    if ((first === null && from !== '') || (last === null && to !== '')) return null;
    if (first !== null && last !== null) {
      const isReversed = compareDecimals(gramsIn(first) ?? first, gramsIn(last) ?? last) > 0;
      return isReversed ? null : { value: { from: first, to: last } satisfies NumberTest };
    }
    if (first !== null) return { value: { op: '>=', value: first } satisfies NumberTest };
    return last === null ? null : { value: { op: '<=', value: last } satisfies NumberTest };
  }
  const match = /^(<=|>=|<|>|=)?\s*(.+)$/.exec(text);
  const value = match?.[2] === undefined ? null : readNumber(field, match[2]);
  return value === null ? null : { value: { op: match?.[1] ?? '=', value } };
}

/** `Main street<5`: what comes behind the last sign is the number. */
function readPlacedTest(field: 'stock-at' | 'market-price', text: string): Reading | null {
  const [, place, sign = '', number = ''] = /^(.*?[^<>=\s])\s*(<=|>=|<|>|=)([^<>=]+)$/.exec(text) ?? [];
  if (place === undefined || place.length > 255) return null;
  const isStock = field === 'stock-at';
  const reading = readNumberTest(isStock ? 'stock' : 'price', sign === '=' ? number : `${sign}${number}`);
  if (reading === null || !('value' in reading)) return null;
  const [name, test] = [place.trim(), reading.value as NumberTest];
  return {
    value: isStock
      ? ({ location: name, available: test } satisfies StockTest)
      : ({ list: name, price: test } satisfies MarketPriceTest),
  };
}

/**
 * What follows the comma of `>1,000`, `<9,90` or `0..1,000`: as a value of its own, it would find other products
 * unnoticed.
 */
function isCut(field: string, text: string, before = ''): boolean {
  const takesNumbers = field.startsWith('metafield') || isOneOf(NUMBER_FIELDS, field);
  return takesNumbers && /^[<>]|^[^~=]*\.\./.test(before) && /^\d+(\.\d+)?[a-z]*$/i.test(text);
}

const CUT_NUMBER =
  'a comma separates values: write 1000 instead of 1,000 and 9.90 instead of 9,90, or = before a further value.';

function readNumber(field: NumberField, text: string): string | null {
  const match = /^(-?[\d.]+)\s*([a-z]*)$/i.exec(text);
  const [number, unit] = [match?.[1], match?.[2]?.toLowerCase()];
  if (number === undefined || number.length > 30 || !isDecimal(number)) return null;
  const value = canonicalDecimal(number);
  if (field !== 'weight') return unit === '' ? value : null;
  if (value.startsWith('-') || !/^(|kg|g|lb|oz)$/.test(unit ?? '')) return null;
  return `${value}${unit || 'kg'}`;
}

function readChange(text: string): ChangeTest | null {
  if (/^[1-9]\d{0,3}[dh]$/.test(text)) return { last: text };
  const match = /^(<|>=?)\s*(\d{4}-\d\d-\d\d)$/.exec(text);
  if (match?.[2] === undefined || !isDay(match[2])) return null;
  return { op: match[1] === '<' ? '<' : '>', date: match[2] };
}

/** Whether the date exists: not 31 February, and no year 0. */
function isDay(date: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The text of a filter, which parseFilterText() parses to the same filter. */
export function printFilter(filter: ProductFilter): string {
  return FILTER_FIELDS.flatMap((field) => {
    const choice = filter[field];
    if (choice === undefined) return [];
    if (field === 'metafield') {
      const { any, none } = choice as NonNullable<ProductFilter['metafield']>;
      return [...printMetafields('', any), ...printMetafields('-', none)];
    }
    const asked = ('all' in choice ? choice.all : choice.any) as readonly Value[];
    return [printValues(field, asked), printValues(`-${field}`, choice.none as readonly Value[])].filter(
      (text) => text !== '',
    );
  }).join(' ');
}

function printMetafields(sign: string, tests: readonly MetafieldTest[]): string[] {
  return [...new Set(tests.map(({ name }) => name))].flatMap((name) => {
    const held = tests.flatMap((test) => (test.name === name && test.value !== null ? [test.value] : []));
    const isMissing = tests.some((test) => test.name === name && test.value === null);
    const field = `${sign}metafield.${/[\s:]/.test(name) ? `"${name}"` : name}`;
    return [
      ...(isMissing ? [printValues(`${sign}no`, [`metafield.${name}`])] : []),
      ...(held.length > 0 ? [printValues(field, held)] : []),
    ];
  });
}

type Value = string | NumberTest | ChangeTest | StockTest | MarketPriceTest | Held;
type Held = NonNullable<MetafieldTest['value']>;

function printValues(field: string, values: readonly Value[]): string {
  const printed = values.map(printValue);
  const apart = printed.map((text, at) =>
    isCut(field.replace(/^-/, ''), text, printed[at - 1]) ? `=${text}` : text,
  );
  return values.length === 0 ? '' : `${field}:${apart.join(',')}`;
}

function printValue(value: Value): string {
  if (typeof value === 'string') return /[\s,"\\]/.test(value) ? quote(value) : value;
  if ('location' in value) return printPlaced(value.location, value.available);
  if ('list' in value) return printPlaced(value.list, value.price);
  if ('contains' in value) return printValue(`~${value.contains}`);
  if ('is' in value) return printValue(`${/^[~=<>]|\.\./.test(value.is) ? '=' : ''}${value.is}`);
  if ('last' in value) return value.last;
  if ('date' in value) return `${value.op}${value.date}`;
  if ('from' in value) return `${value.from}..${value.to}`;
  return `${value.op === '=' ? '' : value.op}${value.value}`;
}

function printPlaced(place: string, test: NumberTest): string {
  const printed = printValue(test);
  return printValue(`${place}${/^[<>]/.test(printed) ? '' : '='}${printed}`);
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A `field:` with its values; quoted texts and other words are tokens without a field. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (true) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const start = at;
    const name = /^(-?)(?:(metafield)\.(?:"([^"]+)"|([^\s:"]+))|([a-z][a-z-]*)):/i.exec(text.slice(at));
    if (name) {
      at += name[0].length;
      const { values, end, isOpen } = readPieces(text, at, true);
      tokens.push({
        negated: name[1] === '-',
        field: (name[2] ?? name[5] ?? '').toLowerCase(),
        name: name[3] ?? name[4],
        values,
        start,
        end,
        isOpen,
      });
      at = end;
    } else {
      const { values, end, isOpen } = readPieces(text, at, false);
      tokens.push({ negated: false, field: null, values, start, end, isOpen });
      at = end;
    }
  }
}

/** Reads up to the next space outside quotation marks; for a field, commas separate values. */
function readPieces(text: string, start: number, isField: boolean) {
  const values: string[] = [];
  let [piece, inQuotes] = ['', false];
  let at = start;
  const finish = () => {
    values.push(piece);
    piece = '';
  };
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (inQuotes && character === '\\' && /["\\]/.test(text[at + 1] ?? '')) {
      at += 1;
      piece += text[at];
    } else if (character === '"' && (inQuotes || piece === '')) {
      inQuotes = !inQuotes;
    } else if (!inQuotes && isField && character === ',') finish();
    else if (!inQuotes && /\s/.test(character)) break;
    else piece += character;
  }
  finish();
  return { values, end: at, isOpen: inQuotes };
}
