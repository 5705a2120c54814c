import {
  ARTICLE_CONFLICTS,
  type ArticleConflict,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
  DEFAULT_COMPARED_ATTRIBUTES,
} from '@storefleet/contract/articles/compared';

/** Which articles are shown, comparable ones first. */
const COMPARE_KINDS = ['shared', 'all', 'differing', 'deviating', 'missing', 'only', 'doubtful'] as const;
export type CompareKind = (typeof COMPARE_KINDS)[number];
const DEFAULT_KIND = COMPARE_KINDS[0];
const hasChoices = (kind: CompareKind) => kind !== 'shared' && kind !== 'all';

/** Everything that determines what the screen shows. */
export type CompareView = {
  /** Search words and filters as typed. */
  text: string;
  attributes: readonly ComparedAttribute[];
  /** Ids; empty for all stores. */
  stores: readonly string[];
  kind: CompareKind;
  /** Attribute, rule, store or conflict that narrows the kind. */
  of: string | undefined;
  /** Minimum price difference in percent. */
  apart: number | undefined;
};

/** The same as in the URL, without defaults. */
export type CompareAddress = {
  q?: string | undefined;
  attributes?: string | undefined;
  stores?: string | undefined;
  show?: CompareKind | undefined;
  of?: string | undefined;
  apart?: number | undefined;
  /** The open saved view. */
  saved?: string | undefined;
};

const isKind = (value: unknown): value is CompareKind => COMPARE_KINDS.includes(value as CompareKind);
const isCompared = (value: string): value is ComparedAttribute =>
  COMPARED_ATTRIBUTES.includes(value as ComparedAttribute);
export const isConflict = (value: string | undefined): value is ArticleConflict =>
  ARTICLE_CONFLICTS.includes(value as ArticleConflict);

/** Whether it is a percentage that prices can be apart by at least. */
export const isApart = (percent: number) => percent > 0 && percent <= 1_000_000;

const listIn = (value: unknown) =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : [];

/** Parses the URL; unknown values are ignored. */
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
    apart: isApart(apart) ? apart : undefined,
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

/** The parts of any URL that this screen understands. */
export const readCompareAddress = (raw: Readonly<Record<string, unknown>>): CompareAddress =>
  addressOfComparison(parseCompareAddress(raw));
