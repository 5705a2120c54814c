import type { SourceProduct } from '@storefleet/server/connectors/connector';
import type { Database } from '@storefleet/server/platform/db/database';
import type { Shop } from '@storefleet/shopify-simulator/server';
import type { Link } from './journal.ts';

/** One step in the story of a value: an edit of ours, or a change by somebody else at the source. */
export type Step = {
  readonly target: string;
  readonly attribute: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isOurs: boolean;
};

const FIELDS = { price: 'price', cost: 'cost', sku: 'sku', compare_at_price: 'compareAtPrice' } as const;

export const keyOf = (target: string, attribute: string) => `${attribute} of ${target}`;
export const spell = ({ target, attribute, before, after }: Step) =>
  `${keyOf(target, attribute)}: ${before} → ${after}`;

/** Every value that edits may change. */
export function valuesOf(products: readonly SourceProduct[]): Map<string, string | null> {
  const values = new Map<string, string | null>();
  for (const { sourceId, vendor, variants } of products) {
    values.set(keyOf(sourceId, 'vendor'), vendor);
    for (const variant of variants) {
      for (const [attribute, field] of Object.entries(FIELDS))
        values.set(keyOf(variant.sourceId, attribute), variant[field] ?? null);
    }
  }
  return values;
}

/** Only our own changes, as what a sync finds sums up several changes by others. */
export async function readHistory(db: Pick<Database, 'query'>, storeId: string): Promise<Step[]> {
  const { rows } = await db.query<Omit<Step, 'isOurs'>>(
    `select coalesce(variant_source_id, product_source_id) as target, attribute,
       old_value as before, new_value as after
     from change_history where store_id = $1 and origin <> 'outside'`,
    [storeId],
  );
  return rows.map((row) => ({ ...row, isOurs: true }));
}

export const stepsOfOthers = (links: readonly Link[], storeId: string): Step[] =>
  links
    .filter((link) => link.storeId === storeId)
    .map(({ target, attribute, before, after }) => ({ target, attribute, before, after, isOurs: false }));

export const stepsOfWrites = (writes: Shop['writes']['all']): Step[] =>
  writes.map(({ productId, variantId, attribute, before, value }) => ({
    target: variantId ?? productId,
    attribute: attribute === 'compareAtPrice' ? 'compare_at_price' : attribute,
    before,
    after: value,
    isOurs: true,
  }));

export type Stories = {
  readonly problems: readonly string[];
  /** Values whose last step was ours. */
  readonly ours: ReadonlySet<string>;
};

/**
 * Follows each value step by step from its first state to the source's current one. Since no value is written
 * twice, a step that is lost, duplicated, invented or recorded wrongly breaks its story.
 */
export function follow(
  steps: readonly Step[],
  first: ReadonlyMap<string, unknown>,
  now: ReadonlyMap<string, unknown>,
): Stories {
  const problems: string[] = [];
  const ours = new Set<string>();
  for (const [key, ofValue] of Map.groupBy(steps, (step) => keyOf(step.target, step.attribute))) {
    const left = [...ofValue];
    let value = first.get(key);
    let last: Step | null = null;
    while (left.length > 0) {
      const [next] = left.splice(
        left.findIndex(({ before }) => before === value),
        1,
      );
      if (next === undefined || next.before !== value) break;
      value = next.after;
      last = next;
    }
    if (last?.after !== now.get(key) || left.length > 0) {
      problems.push(
        `${key} was ${first.get(key)}, is ${now.get(key)}, and its steps are ${ofValue.map(spell).join('; ')}`,
      );
    }
    if (last?.isOurs) ours.add(key);
  }
  for (const [key, value] of first) {
    if (
      now.has(key) &&
      value !== now.get(key) &&
      !steps.some((step) => keyOf(step.target, step.attribute) === key)
    )
      problems.push(`${key} was ${value}, is ${now.get(key)}, and nobody changed it`);
  }
  return { problems, ours };
}
