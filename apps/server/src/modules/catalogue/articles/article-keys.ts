/**
 * The article key of `row` (with `source_id`, `sku` and `barcode`), joined with its store's `articleRulesOf`.
 */
export const ARTICLE_KEY = `case when rules.is_left_out then '' else coalesce(pin.article_key,
    article_key(rules.mode, rules.ignores_case, rules.stripped, row.sku, row.barcode)) end`;

export const articleRulesOf = (store: string): string =>
  `join article_rules as rules on rules.store_id = ${store}
  left join article_pins as pin on pin.store_id = ${store} and pin.source_id = row.source_id`;
