import { badRequest, NotModelled } from './errors.ts';
import { parseSearch, type SearchTerm, type SearchTree } from './search-syntax.ts';

export type SearchField<Node> =
  /** Compared as a whole without regard to case, with a prefix by `*`. */
  | { readonly kind: 'keyword'; readonly of: (node: Node) => Iterable<string | null> }
  /** Matched word by word. */
  | { readonly kind: 'text'; readonly of: (node: Node) => Iterable<string> }
  | { readonly kind: 'number'; readonly of: (node: Node) => Iterable<number | null> }
  | { readonly kind: 'date'; readonly of: (node: Node) => number }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly of: (node: Node) => string }
  /** Shopify has it, the simulator does not. */
  | { readonly kind: 'not_modelled' };

export type SearchFields<Node> = {
  readonly fields: Readonly<Record<string, SearchField<Node>>>;
  /** Where a word without a field is looked for. */
  readonly words: (node: Node) => Iterable<string | null>;
};

export type SearchWarning = { field: string; message: string; code: 'invalid_field' | 'invalid_value' };
export type CompiledSearch<Node> = {
  readonly matches: (node: Node) => boolean;
  readonly warnings: readonly SearchWarning[];
  readonly parsed: unknown;
};

type Predicate<Node> = (node: Node) => boolean;

export function compileSearch<Node>(
  query: string,
  searchable: SearchFields<Node>,
): CompiledSearch<Node> | null {
  const tree = parseSearch(query);
  if (tree === null) return null;
  const warnings: SearchWarning[] = [];
  const matches = compile(tree, searchable, warnings) ?? (() => true);
  return { matches, warnings, parsed: shown(tree) };
}

/** null: the part is ignored, which makes the result wider. */
function compile<Node>(
  tree: SearchTree,
  searchable: SearchFields<Node>,
  warnings: SearchWarning[],
): Predicate<Node> | null {
  if (tree.kind === 'term') return term(tree, searchable, warnings);
  if (tree.kind === 'not') {
    const inner = compile(tree.item, searchable, warnings);
    return inner === null ? null : (node) => !inner(node);
  }
  const parts = tree.items.map((item) => compile(item, searchable, warnings)).filter((part) => part !== null);
  if (parts.length === 0) return null;
  return tree.kind === 'and'
    ? (node) => parts.every((part) => part(node))
    : (node) => parts.some((part) => part(node));
}

function term<Node>(
  search: SearchTerm,
  searchable: SearchFields<Node>,
  warnings: SearchWarning[],
): Predicate<Node> | null {
  const wanted = search.value.toLowerCase();
  if (search.field === null) {
    return (node) => some(searchable.words(node), (text) => hasWords(text, wanted, search.isPrefix));
  }
  const name = search.field;
  const field = Object.hasOwn(searchable.fields, name) ? searchable.fields[name] : undefined;
  if (field === undefined) {
    warnings.push({ field: name, message: 'Invalid search field for this query.', code: 'invalid_field' });
    return null;
  }
  switch (field.kind) {
    case 'not_modelled':
      throw new NotModelled(`the search field \`${name}\``);
    case 'text':
      return (node) => some(field.of(node), (text) => hasWords(text, wanted, search.isPrefix));
    case 'keyword':
      return (node) =>
        some(field.of(node), (text) => {
          const value = text?.toLowerCase();
          return search.isPrefix ? value?.startsWith(wanted) === true : value === wanted;
        });
    case 'choice': {
      const values = wanted.split(',').map((value) => value.trim());
      for (const value of values) {
        if (field.values.includes(value)) continue;
        const given = search.value.split(',')[values.indexOf(value)]?.trim() ?? value;
        warnings.push({
          field: name,
          message: `Input \`${given}\` is not an accepted value.`,
          code: 'invalid_value',
        });
      }
      return (node) => values.includes(field.of(node));
    }
    case 'date': {
      const moment = Date.parse(search.value);
      if (Number.isNaN(moment)) throw badRequest(`Invalid timestamp for query filter \`${name}\`.`);
      return (node) => compare(field.of(node), search.comparator, moment);
    }
    case 'number': {
      const numbers = search.value.split(',').map(Number);
      return (node) =>
        some(field.of(node), (value) => numbers.some((number) => compare(value, search.comparator, number)));
    }
  }
}

function some<T>(values: Iterable<T | null>, test: (value: T) => boolean): boolean {
  for (const value of values) if (value !== null && test(value)) return true;
  return false;
}

function compare(value: number, comparator: SearchTerm['comparator'], wanted: number): boolean {
  switch (comparator) {
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    case '=':
      return value === wanted;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** All words of `wanted` must follow each other in `text`; with `isPrefix` the last one may go on. */
function hasWords(text: string, wanted: string, isPrefix: boolean): boolean {
  const searched = wordsOf(wanted);
  const words = wordsOf(text);
  return words.some((_, start) =>
    searched.every((word, index) => {
      const candidate = words[start + index];
      const isLast = index === searched.length - 1;
      return isLast && isPrefix ? candidate?.startsWith(word) === true : candidate === word;
    }),
  );
}

/** The form in which `extensions.search[].parsed` repeats a query. */
function shown(tree: SearchTree): unknown {
  if (tree.kind === 'not') return { not: shown(tree.item) };
  if (tree.kind !== 'term') return { [tree.kind]: tree.items.map(shown) };
  const ranges = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;
  const field = tree.field ?? 'default';
  if (tree.comparator !== '=') return { field, range: { [ranges[tree.comparator]]: tree.value } };
  return { field, match_all: tree.isPrefix ? `${tree.value}*` : tree.value };
}
