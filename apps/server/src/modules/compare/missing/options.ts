/** Shopify's name for the only variant of a product. */
const ONLY_VARIANT = 'Default Title';
const SEPARATOR = ' / ';
const MAX_OPTIONS = 3;

export type Options = { readonly names: readonly string[]; readonly values: readonly (readonly string[])[] };

/**
 * A product's options, from its variants' titles, which Shopify joins from option values: `S / Red`. The
 * option names are unknown here.
 */
export function optionsOf(titles: readonly string[]): Options {
  if (titles.length === 1 && (titles[0] === ONLY_VARIANT || titles[0] === '')) {
    return { names: ['Title'], values: [[ONLY_VARIANT]] };
  }
  const parts = titles.map((title) => title.split(SEPARATOR).map((part) => part.trim()));
  const count = parts[0]?.length ?? 0;
  const isSplit =
    count > 1 &&
    count <= MAX_OPTIONS &&
    parts.every((values) => values.length === count && values.every((value) => value !== '')) &&
    new Set(titles.map((title) => title.toLowerCase())).size === titles.length;
  if (isSplit) return { names: parts[0]?.map((_, index) => `Option ${index + 1}`) ?? [], values: parts };
  return { names: ['Option'], values: distinct(titles).map((title) => [title]) };
}

/** No two variants of a product have the same values. */
function distinct(titles: readonly string[]): string[] {
  const seen = new Set<string>();
  return titles.map((title) => {
    const name = title || ONLY_VARIANT;
    let unique = name;
    for (let count = 2; seen.has(unique.toLowerCase()); count++) unique = `${name} (${count})`;
    seen.add(unique.toLowerCase());
    return unique;
  });
}
