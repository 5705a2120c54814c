import { badRequest, NotModelled } from './errors.ts';

type CursorValue = { readonly last_id: number; readonly last_value: number };

/** An ordered list that can be read from any cursor on. */
export type OrderedList<Node> = {
  iterate(from: CursorValue | null): Iterable<Node>;
  cursor(node: Node): CursorValue;
};

export type ConnectionArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
};

export const MAX_PAGE_SIZE = 250;

/** A cursor is base64 of JSON. */
function encodeCursor(cursor: CursorValue): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64');
}

function decodeCursor(text: string): CursorValue {
  try {
    const { last_id, last_value } = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as CursorValue;
    if (typeof last_id === 'number' && typeof last_value === 'number') return { last_id, last_value };
  } catch {
    throw badRequest('Malformed cursor');
  }
  throw badRequest('Malformed cursor');
}

/** Validates connection arguments, and returns one page. */
export function paginate<Node>(list: OrderedList<Node>, args: ConnectionArguments, maximum = MAX_PAGE_SIZE) {
  const size = pageSize(args, maximum);
  const from = typeof args.after === 'string' ? decodeCursor(args.after) : null;
  const nodes: Node[] = [];
  let hasNextPage = false;
  for (const node of list.iterate(from)) {
    if (nodes.length === size) {
      hasNextPage = true;
      break;
    }
    nodes.push(node);
  }
  const cursorOf = (node: Node | undefined): string | null =>
    node === undefined ? null : encodeCursor(list.cursor(node));
  return {
    nodes,
    edges: () => nodes.map((node) => ({ node, cursor: cursorOf(node) })),
    pageInfo: () => ({
      hasNextPage,
      hasPreviousPage: from !== null,
      startCursor: cursorOf(nodes[0]),
      endCursor: cursorOf(nodes.at(-1)),
    }),
  };
}

function pageSize({ first, last, before }: ConnectionArguments, maximum: number): number {
  if (typeof last === 'number' || typeof before === 'string') throw new NotModelled('paging backwards');
  if (typeof first !== 'number') throw badRequest('you must provide one of first or last');
  if (first < 0) throw badRequest('first cannot be negative');
  if (first > maximum) throw badRequest(`first cannot exceed ${maximum}`);
  return first;
}

/** A list held in memory, ordered by (value, id). */
export function sortedList<Node>(
  nodes: readonly Node[],
  key: (node: Node) => { id: number; value: number },
  { newestFirst = false } = {},
): OrderedList<Node> {
  const cursor = (node: Node): CursorValue => {
    const { id, value } = key(node);
    return { last_id: id, last_value: value };
  };
  const compare = (a: CursorValue, b: CursorValue): number =>
    (a.last_value - b.last_value || a.last_id - b.last_id) * (newestFirst ? -1 : 1);
  return {
    cursor,
    iterate: (from) =>
      nodes
        .filter((node) => from === null || compare(cursor(node), from) > 0)
        .sort((a, b) => compare(cursor(a), cursor(b))),
  };
}
