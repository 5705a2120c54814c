/** The default collation of a new database, as in a US English installation. */
export const DEFAULT_COLLATION = 'SQL_Latin1_General_CP1_CI_AS';

/** Families: their locale, and the code page of char and varchar. */
const FAMILIES: Readonly<Record<string, readonly [locale: number, codePage: number] | undefined>> = {
  sql_latin1_general_cp1: [0x0409, 1252],
  latin1_general: [0x0409, 1252],
  greek: [0x0408, 1253],
  turkish: [0x041f, 1254],
};
const NAME = /^(\w+?)_(BIN2?|(CI|CS)_(AI|AS))$/i;

type Collation = {
  /** For COLMETADATA (MS-TDS 2.2.5.1.2). */
  readonly wire: Buffer;
  encode(text: string): Buffer;
  decode(bytes: Uint8Array): string;
  /** Equal for equal texts, and in the same order; `isUnicode` for nchar and nvarchar. */
  key(text: string, isUnicode: boolean): string;
  /** A text for LIKE's comparison of characters. */
  fold(text: string): string;
};

const known = new Map<string, Collation | null>();

/** Null for an unknown name. */
function collationOf(name: string): Collation | null {
  const found = known.has(name) ? known.get(name) : makeCollation(name);
  known.set(name, found ?? null);
  return found ?? null;
}

export function isCollation(name: string): boolean {
  return collationOf(name) !== null;
}

/** Throws for an unknown name. */
export function needCollation(name = DEFAULT_COLLATION): Collation {
  const found = collationOf(name);
  if (found === null) throw new TypeError(`${name} is no collation.`);
  return found;
}

type KeyRules = {
  readonly caseSensitive: boolean;
  readonly accentSensitive: boolean;
  /** char and varchar in `SQL_` collations treat hyphens and apostrophes like any character. */
  readonly isStringSort: boolean;
  /** I equals ı, and İ equals i. */
  readonly isTurkish: boolean;
};

/** Letters that sort like others: expanded, or with a mark that Unicode normalization keeps. */
const EXPANSIONS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', Þ: 'TH' },
  ...{ ø: 'o\u0338', Ø: 'O\u0338', ł: 'l\u0335', Ł: 'L\u0335', đ: 'd\u0335', Đ: 'D\u0335' },
};

/**
 * A text whose binary order is the collation's: first letters without case and marks, symbols before digits,
 * then marks, then case, and last hyphens and apostrophes, which have no weight in a word sort. Equal texts
 * have equal keys.
 */
function textKey(text: string, rules: KeyRules): string {
  const { caseSensitive, accentSensitive, isStringSort, isTurkish } = rules;
  if (!caseSensitive && !isTurkish && /^[a-z\d]*$/i.test(text)) return text.toLowerCase();
  const letters = isStringSort
    ? text
    : text.replace(/['-]/g, '').replace(/[ßæœþøłđ]/giu, (letter) => EXPANSIONS[letter] ?? letter);
  const lower = letters.toLocaleLowerCase(isTurkish ? 'tr' : 'en');
  const marked = lower.normalize('NFD');
  const bare = marked.replace(/\p{M}/gu, '');
  const levels = [
    bare.replace(/[^\p{L}\p{N}]/gu, '\u0002$&'),
    accentSensitive && marked !== bare ? marked : '',
    caseSensitive && letters !== lower ? letters.replace(/\P{Lu}/gu, 'a').replace(/[^a]/gu, 'b') : '',
    isStringSort ? '' : text.replace(/[^'-]/g, ' ').trimEnd(),
  ];
  while (levels.at(-1) === '') levels.pop();
  // Lower than everything else, so that a shorter text comes first.
  return levels.join('\u0001');
}

function makeCollation(name: string): Collation | null {
  const [, family = '', style = '', letters = '', accents = ''] = NAME.exec(name) ?? [];
  const [locale, codePage] = FAMILIES[family.toLowerCase()] ?? [];
  if (locale === undefined || codePage === undefined) return null;
  const isSql = /^SQL_/i.test(name);
  const isBinary = /^BIN/i.test(style);
  const rules = {
    caseSensitive: /^CS$/i.test(letters),
    accentSensitive: !/^AI$/i.test(accents),
    isTurkish: codePage === 1254,
  };
  // Ignores case, accents, kana and width; a binary one has its own flag.
  const flags = isBinary
    ? style.endsWith('2')
      ? 0x0200
      : 0x0100
    : 0xc0 | (rules.caseSensitive ? 0 : 0x10) | (rules.accentSensitive ? 0 : 0x20);
  const wire = Buffer.alloc(5);
  wire.writeUInt32LE(locale | (flags << 16));
  wire[4] = isSql ? 52 : 0;
  return {
    wire,
    ...codePageOf(codePage),
    key: (text, isUnicode) =>
      isBinary ? text : textKey(text, { ...rules, isStringSort: isSql && !isUnicode }),
    fold(text) {
      if (isBinary) return text;
      const cased = rules.caseSensitive ? text : text.toLocaleLowerCase(rules.isTurkish ? 'tr' : 'en');
      return rules.accentSensitive ? cased.normalize('NFC') : cased.normalize('NFD').replace(/\p{M}/gu, '');
    },
  };
}

/** Characters missing from the code page become question marks. */
function codePageOf(codePage: number): Pick<Collation, 'encode' | 'decode'> {
  const decoder = new TextDecoder(`windows-${codePage}`);
  const codes = new Map<string, number>();
  for (let code = 0x80; code <= 0xff; code += 1) codes.set(decoder.decode(Uint8Array.of(code)), code);
  return {
    decode: (bytes) => decoder.decode(bytes),
    encode(text) {
      const bytes = Buffer.allocUnsafe(text.length);
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        bytes[at] = code < 0x80 ? code : (codes.get(text.charAt(at)) ?? 0x3f);
      }
      return bytes;
    },
  };
}
