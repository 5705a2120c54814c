import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** Schemas available in November 2026, oldest first. */
export const stableVersions = ['2026-01', '2026-04', '2026-07', '2026-10'] as const;
export type StableVersion = (typeof stableVersions)[number];
const oldest: StableVersion = '2026-01';
const newest: StableVersion = '2026-10';
const releaseCandidate = '2027-01';

/** The first version of Shopify's current scheme; earlier quarters never existed. */
const firstPublished = '2019-04';

export type ServedVersion = { readonly handle: string; readonly schema: StableVersion };

/**
 * The version that serves a request for `asked`: expired ones fall forward to the oldest; null: never
 * published.
 */
export function servedVersion(asked: string | null): ServedVersion | null {
  if (asked === null) return { handle: oldest, schema: oldest };
  if (asked === 'unstable' || asked === releaseCandidate) return { handle: asked, schema: newest };
  const stable = stableVersions.find((version) => version === asked);
  if (stable !== undefined) return { handle: stable, schema: stable };
  const isPublished = /^\d{4}-(01|04|07|10)$/.test(asked) && asked >= firstPublished && asked < oldest;
  return isPublished ? { handle: oldest, schema: oldest } : null;
}

const loaded = new Map<StableVersion, GraphQLSchema>();

export function schemaOf(version: StableVersion): GraphQLSchema {
  let schema = loaded.get(version);
  if (schema === undefined) {
    schema = buildSchema(readFileSync(new URL(`../../schema/${version}.graphql`, import.meta.url), 'utf8'));
    loaded.set(version, schema);
  }
  return schema;
}
