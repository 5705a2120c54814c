import {
  ARTICLE_CONFLICTS,
  type ArticleConflict,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
  DEFAULT_COMPARED_ATTRIBUTES,
} from '@storefleet/contract/articles/compared';

/** What of the articles is shown: first what can be compared. */
export const COMPARE_KINDS = [
  'shared',
  'all',
  'differing',
  'deviating',
  'missing',
  'only',
  'doubtful',
] as const;
export type CompareKind = (typeof COMPARE_KINDS)[number];
const DEFAULT_KIND = COMPARE_KINDS[0];
const hasChoices = (kind: CompareKind) => kind !== 'shared' && kind !== 'all';

/** Everything that decides what the screen shows. */
export type CompareView = {
  /** Words and filters, as they are typed. */
  text: string;
  attributes: readonly ComparedAttribute[];
  /** Ids; empty for every store. */
  stores: readonly string[];
  kind: CompareKind;
  /** The attribute, rule, store or conflict that the kind is narrowed down to. */
  of: string | undefined;
  /** Percent that the prices are apart, at least. */
  apart: number | undefined;
};

/** The same as it stands in the address; what equals the default is left out. */
export type CompareAddress = {
  q?: string | undefined;
  attributes?: string | undefined;
  stores?: string | undefined;
  show?: CompareKind | undefined;
  of?: string | undefined;
  apart?: number | undefined;
  /** The saved view that is open. */
  saved?: string | undefined;
};

const isKind = (value: unknown): value is CompareKind => COMPARE_KINDS.includes(value as CompareKind);
const isCompared = (value: string): value is ComparedAttribute =>
  COMPARED_ATTRIBUTES.includes(value as ComparedAttribute);
export const isConflict = (value: string | undefined): value is ArticleConflict =>
  ARTICLE_CONFLICTS.includes(value as ArticleConflict);

const listIn = (value: unknown) =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : [];

/** Reads what stands in the address, whoever wrote it: unknown values are as if they were not there. */
export function parseCompareAddress(raw: Record<string, unknown>): CompareView {
  const attributes = listIn(raw.attributes).filter(isCompared);
  const apart = Number(raw.apart);
  const kind = isKind(raw.show) ? raw.show : DEFAULT_KIND;
  return {
    text: typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : '',
    attributes: attributes.length > 0 ? [...new Set(attributes)] : DEFAULT_COMPARED_ATTRIBUTES,
    stores: [...new Set(listIn(raw.stores))],
    kind,
    of: hasChoices(kind) && typeof raw.of === 'string' && raw.of !== '' ? raw.of : undefined,
    apart: Number.isFinite(apart) && apart > 0 ? apart : undefined,
  };
}

export function addressOfComparison({
  text,
  attributes,
  stores,
  kind,
  of,
  apart,
}: CompareView): CompareAddress {
  const isDefault = attributes.join() === DEFAULT_COMPARED_ATTRIBUTES.join();
  return {
    q: text || undefined,
    attributes: isDefault ? undefined : attributes.join(','),
    stores: stores.join(',') || undefined,
    show: kind === DEFAULT_KIND ? undefined : kind,
    of,
    apart,
  };
}

/** What of any address this screen understands. */
export const readCompareAddress = (raw: Readonly<Record<string, unknown>>): CompareAddress =>
  addressOfComparison(parseCompareAddress(raw));
