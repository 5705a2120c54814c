import type { SourceErrorKind } from '../../connector.ts';

/** SQL Server's error numbers for a person. Source: sys.messages, Microsoft's error reference. */

export type Place = { readonly server: string; readonly database: string; readonly username: string };

export type Advice = {
  readonly kind: SourceErrorKind;
  readonly sentence: string | ((place: Place) => string);
  /** True where the server's own words would add nothing. */
  readonly silent?: boolean;
  /** True where whoever connected before may wait: it is also so for a while after the server started. */
  readonly mayPass?: boolean;
};

/**
 * A deadlock, a failover, a database that is being moved or throttled: the same may succeed in a moment. What
 * ran in a transaction until then is undone by the server.
 */
const TRANSIENT: ReadonlySet<number> = new Set([
  1205, 1222, 3960, 3966, 601, 615, 617, 669, 701, 802, 8628, 8645, 8651, 8657, 40143, 40166, 40197, 40501,
  40540, 40613, 40642, 40648, 10922, 10928, 10929, 10936, 14355, 17197, 18401, 921, 922, 978, 983, 997, 4221,
  41301, 41302, 41305, 41325, 41839, 42108, 42109, 49510, 49918, 49919, 49920, 6005, 8948, 17142, 17187,
]);

export function isTransientNumber(number: number): boolean {
  return TRANSIENT.has(number) || number === -2;
}

type Advised = Advice & { readonly numbers: readonly number[] };

/** Logins that are known and not let in. */
const turnedAway = (number: number, what: string): Advised => ({
  numbers: [number],
  kind: 'auth',
  sentence: ({ server, username }) =>
    `The login ${username} ${what} at ${server}. Its administrator can change that.`,
  silent: true,
});

const LOGIN: readonly Advised[] = [
  {
    numbers: [18456],
    kind: 'auth',
    sentence: ({ server, username }) =>
      `${server} does not accept the user ${username} with this password. Check both, and that the server allows SQL ` +
      'Server logins (“mixed mode”).',
    silent: true,
  },
  {
    numbers: [18452],
    kind: 'auth',
    sentence: ({ server }) =>
      `${server} allows Windows sign-ins only, or this is one. Use an SQL Server login, in “mixed mode”.`,
    silent: true,
  },
  turnedAway(18470, 'is disabled'),
  turnedAway(18486, 'is locked out'),
  turnedAway(18487, 'has a password that has expired'),
  turnedAway(18488, 'must change its password first'),
  turnedAway(18461, 'cannot sign in while only one administrator may'),
  turnedAway(17892, 'is turned away by a logon trigger'),
  {
    numbers: [40532],
    kind: 'auth',
    sentence: ({ server }) =>
      `${server} was not found for this login. With Azure, the user may have to be written as user@server.`,
  },
  {
    numbers: [40615],
    kind: 'unavailable',
    sentence: ({ server }) =>
      `The firewall of ${server} does not let this machine through. Add its address there.`,
  },
  {
    numbers: [40914],
    kind: 'unavailable',
    sentence: ({ server }) => `The firewall of ${server} does not let this network through. Add it there.`,
  },
  {
    numbers: [47073],
    kind: 'unavailable',
    sentence: ({ server }) =>
      `${server} denies connections from public networks. Connect through its private endpoint.`,
  },
];

const DATABASE: readonly Advised[] = [
  {
    numbers: [4060, 4064, 911, 916],
    kind: 'unavailable',
    sentence: ({ server, database, username }) =>
      `The database ${database} cannot be opened at ${server}: it does not exist, is offline, or the user ${username} has ` +
      'no access to it. Check its name and the user.',
    silent: true,
    mayPass: true,
  },
  {
    numbers: [229, 230, 262, 297, 300],
    kind: 'scope_missing',
    sentence: ({ username }) =>
      `The user ${username} lacks a permission in the database. Ask its administrator for it.`,
  },
  {
    numbers: [3906],
    kind: 'unavailable',
    sentence: ({ database }) =>
      `The database ${database} can only be read. Its administrator can change that.`,
    silent: true,
  },
  {
    numbers: [3908],
    kind: 'unavailable',
    sentence: ({ database }) => `The database ${database} is being restored. Try again later.`,
    mayPass: true,
  },
  {
    numbers: [942],
    kind: 'unavailable',
    sentence: ({ database }) => `The database ${database} is offline.`,
    mayPass: true,
  },
  {
    numbers: [9002, 1105, 1101],
    kind: 'unavailable',
    sentence: 'The database has no space left. Its administrator has to make some.',
  },
  {
    numbers: [1205],
    kind: 'transient',
    sentence: ({ database }) =>
      `SQL Server stopped this in favour of another program (a deadlock in ${database}), several times. Try again in a moment.`,
    silent: true,
  },
  {
    numbers: [1222],
    kind: 'transient',
    sentence: ({ database }) =>
      `Another program holds what is needed in ${database} locked. Try again in a moment.`,
    silent: true,
  },
];

const rejected = (numbers: readonly number[], sentence: Advice['sentence'], silent = false): Advised => ({
  numbers,
  kind: 'rejected',
  sentence,
  silent,
});

const STATEMENT: readonly Advised[] = [
  rejected(
    [208],
    ({ database }) =>
      `A table or view is not in the database ${database} (any more), or the user may not see it.`,
  ),
  rejected([207], 'A column is not in the table (any more). Check its name.'),
  rejected([209], 'The name of a column is not clear: write the table in front of it.'),
  rejected([4104], 'A column is not in any of the tables that are read. Check its name.'),
  rejected([137], 'A parameter has no value. Give one for every @name of the query.'),
  rejected([195], 'A function is not known to this SQL Server.'),
  rejected(
    [102, 103, 105, 156, 170, 174, 189, 319, 1033, 1038, 8120],
    'SQL Server does not understand this.',
  ),
  rejected([4145], 'Where a condition is wanted, there is a value. Compare it with something.'),
  rejected(
    [241, 242, 245, 206, 257, 295, 402, 529, 8114, 8117, 8169],
    'A value is not of the type that it is compared with or converted to. Compare numbers with numbers and dates with dates.',
  ),
  rejected([220, 232, 248, 8115], 'A number is too large for its type.'),
  rejected([8134], 'Something is divided by zero.', true),
  rejected([468], 'Two texts are sorted by different rules. Write COLLATE behind one of them.'),
  rejected([2601, 2627], 'Another row has this value already, in a column that allows each value once.'),
  rejected([515], 'A column must not be left empty.'),
  rejected([547], 'A rule of the database (a check or a foreign key) does not allow this value.'),
  rejected([550], 'The view does not allow this: the row would not be in it any more.'),
  rejected([2628, 8152], 'A text is longer than its column.'),
  rejected(
    [271, 8102, 4405, 4406, 4421],
    'This column or view cannot be written: SQL Server makes its values itself.',
  ),
  rejected([3609], 'A trigger of the database undid this.'),
];

export const ADVICE: ReadonlyMap<number, Advice> = new Map(
  [...LOGIN, ...DATABASE, ...STATEMENT].flatMap((advice) =>
    advice.numbers.map((number) => [number, advice] as const),
  ),
);
