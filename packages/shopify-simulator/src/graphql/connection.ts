import { badRequest } from './errors.ts';

export type CursorValue = { readonly last_id: number; readonly last_value: number | string };
export type Direction = 'forward' | 'backward';

/** An ordered list that can be entered anywhere: behind (or before) a cursor. */
export type OrderedList<Node> = {
  iterate(direction: Direction, from: CursorValue | null): Iterable<Node>;
  cursor(node: Node): CursorValue;
};

export type ConnectionArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

export const MAX_PAGE_SIZE = 250;

/** A cursor is base64 of JSON. */
export function encodeCursor(cursor: CursorValue): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64');
}

export function decodeCursor(text: string): CursorValue {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof value === 'object' && value !== null && 'last_id' in value && 'last_value' in value) {
      const { last_id, last_value } = value;
      if (typeof last_id === 'number' && (typeof last_value === 'number' || typeof last_value === 'string')) {
        return { last_id, last_value };
      }
    }
  } catch {
    throw badRequest('Malformed cursor');
  }
  throw badRequest('Malformed cursor');
}

/** The rules for connection arguments, and one page. */
export function paginate<Node>(list: OrderedList<Node>, args: ConnectionArguments, maximum = MAX_PAGE_SIZE) {
  const size = pageSize(args, maximum);
  const isBackward = typeof args.last === 'number';
  const boundary = isBackward ? args.before : args.after;
  const from = typeof boundary === 'string' ? decodeCursor(boundary) : null;
  const direction: Direction = isBackward === (args.reverse === true) ? 'forward' : 'backward';
  const nodes: Node[] = [];
  let hasMore = false;
  for (const node of list.iterate(direction, from)) {
    if (nodes.length === size) {
      hasMore = true;
      break;
    }
    nodes.push(node);
  }
  if (isBackward) nodes.reverse();
  const cursorOf = (node: Node | undefined): string | null =>
    node === undefined ? null : encodeCursor(list.cursor(node));
  return {
    nodes,
    edges: () => nodes.map((node) => ({ node, cursor: encodeCursor(list.cursor(node)) })),
    pageInfo: () => ({
      hasNextPage: isBackward ? from !== null : hasMore,
      hasPreviousPage: isBackward ? hasMore : from !== null,
      startCursor: cursorOf(nodes[0]),
      endCursor: cursorOf(nodes.at(-1)),
    }),
  };
}

function pageSize(args: ConnectionArguments, maximum: number): number {
  const hasFirst = typeof args.first === 'number';
  const hasLast = typeof args.last === 'number';
  if (hasFirst && hasLast) throw badRequest('providing both first and last is not supported');
  const size = args.first ?? args.last;
  if (typeof size !== 'number') throw badRequest('you must provide one of first or last');
  const name = hasFirst ? 'first' : 'last';
  if (size < 0) throw badRequest(`${name} cannot be negative`);
  if (size > maximum) throw badRequest(`${name} cannot exceed ${maximum}`);
  return size;
}

/** A list held in memory, ordered by (value, id). */
export function sortedList<Node>(
  nodes: readonly Node[],
  key: (node: Node) => { id: number; value: number | string },
): OrderedList<Node> {
  const cursor = (node: Node): CursorValue => {
    const { id, value } = key(node);
    return { last_id: id, last_value: value };
  };
  const sorted = [...nodes].sort((a, b) => compareCursors(cursor(a), cursor(b)));
  return {
    cursor,
    *iterate(direction, from) {
      const step = direction === 'forward' ? 1 : -1;
      const ordered = direction === 'forward' ? sorted : sorted.toReversed();
      for (const node of ordered) {
        if (from === null || compareCursors(cursor(node), from) * step > 0) yield node;
      }
    },
  };
}

function compareCursors(a: CursorValue, b: CursorValue): number {
  if (a.last_value === b.last_value) return a.last_id - b.last_id;
  if (typeof a.last_value === 'number' && typeof b.last_value === 'number')
    return a.last_value - b.last_value;
  return String(a.last_value) < String(b.last_value) ? -1 : 1;
}
