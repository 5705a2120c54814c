import type { SqlType } from '../engine.ts';

/**
 * What a call of one of the engine's functions in a SQLite statement needs to know beside its values: kept here under
 * a number, because a number is all that a statement can hand over cheaply.
 */
export type Site = {
  readonly name: string;
  readonly types: readonly SqlType[];
  readonly result: SqlType;
  readonly collation: string | null;
  readonly style: number | null;
};

const sites: Site[] = [];
const numbers = new Map<string, number>();

export function siteNumber(site: Site): number {
  const key = JSON.stringify([site.name, site.types, site.result, site.collation, site.style]);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  sites.push(site);
  numbers.set(key, sites.length - 1);
  return sites.length - 1;
}

export function siteAt(number: unknown): Site {
  const site = sites[Number(number)];
  if (site === undefined) throw new Error(`There is no call site ${String(number)}.`);
  return site;
}
