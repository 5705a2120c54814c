/** A new database's own collation, as the US English installation has it. */
export const DEFAULT_COLLATION = 'SQL_Latin1_General_CP1_CI_AS';

/** How two texts compare. */
export type CollationRules = {
  readonly binary: boolean;
  readonly caseSensitive: boolean;
  readonly accentSensitive: boolean;
  /** char and varchar of the `SQL_` collations count a hyphen and an apostrophe as any character. */
  readonly stringSort: boolean;
};

const families =
  'Latin1_General|SQL_Latin1_General_CP1|SQL_Latin1_General_CP437|SQL_Latin1_General_CP850|SQL_Latin1_General_Pref_CP1|SQL_Scandinavian_CP850|Albanian|Arabic|Chinese_PRC|Chinese_Taiwan_Stroke|Croatian|Cyrillic_General|Czech|Danish_Norwegian|Danish_Greenlandic|Estonian|Finnish_Swedish|French|German_PhoneBook|Greek|Hebrew|Hungarian|Icelandic|Japanese|Japanese_XJIS|Korean_Wansung|Latvian|Lithuanian|Modern_Spanish|Norwegian|Polish|Romanian|Slovak|Slovenian|Swedish_Finnish|Thai|Traditional_Spanish|Turkish|Ukrainian|Vietnamese';
const known = new RegExp(
  `^(?:${families})(?:_(?:90|100|140))?_(?:BIN|BIN2|(?:CI|CS)_(?:AI|AS)(?:_KS)?(?:_WS)?(?:_SC)?(?:_VSS)?)(?:_UTF8)?$`,
  'i',
);

export function isCollation(name: string): boolean {
  return known.test(name);
}

const rules = new Map<string, CollationRules>();

export function collationRules(name: string): CollationRules {
  const cached = rules.get(name);
  if (cached !== undefined) return cached;
  const made = {
    binary: /_BIN2?(_|$)/i.test(name),
    caseSensitive: /_CS(_|$)/i.test(name),
    accentSensitive: !/_AI(_|$)/i.test(name),
    stringSort: /^SQL_/i.test(name),
  };
  rules.set(name, made);
  return made;
}
