import type { SourceErrorKind } from '../../source-error.ts';

/** SQL Server's error numbers explained. Source: sys.messages, Microsoft's error reference. */

type Place = { readonly server: string; readonly database: string; readonly username: string };

type Advice = {
  readonly kind: SourceErrorKind;
  readonly sentence: string | ((place: Place) => string);
  /** True if the server's own message would add nothing. */
  readonly silent?: boolean;
  /** True if an earlier connection is reason to wait: it also occurs for a while after the server started. */
  readonly mayPass?: boolean;
};

/**
 * A deadlock, a failover, a database being moved or throttled, a row of a temporal table that another program
 * changed after our transaction began: a retry may succeed in a moment.
 */
const TRANSIENT: ReadonlySet<number> = new Set([
  1203, 1204, 1205, 1222, 3960, 3966, 601, 615, 617, 669, 701, 802, 8628, 8645, 8651, 8657, 40143, 40166,
  40197, 40501, 40540, 40613, 40642, 40648, 10922, 10928, 10929, 10936, 14355, 17197, 18401, 921, 922, 978,
  983, 997, 4221, 41301, 41302, 41305, 41325, 41839, 42108, 42109, 49510, 49918, 49919, 49920, 6005, 8948,
  17142, 17187, 13535,
]);

/** From this class on, an error ends the connection: a new one may work, as after a KILL or a failover. */
export const FATAL = 20;

export function isTransient({ number, severity }: { number: number; severity: number }): boolean {
  return TRANSIENT.has(number) || number === -2 || (severity >= FATAL && !ADVICE.has(number));
}

type Sentence = Advice['sentence'];
type Advised = readonly [numbers: readonly number[], advice: Advice];

const auth = (number: number, sentence: Sentence): Advised => [
  [number],
  { kind: 'auth', sentence, silent: true },
];

/** Valid logins that are denied access. */
const turnedAway = (number: number, what: string): Advised =>
  auth(
    number,
    ({ server, username }) =>
      `The login ${username} ${what} at ${server}. Its administrator can change that.`,
  );

const advise = (
  kind: SourceErrorKind,
  numbers: readonly number[],
  sentence: Sentence,
  more: Pick<Advice, 'silent' | 'mayPass'> = {},
): Advised => [numbers, { kind, sentence, ...more }];

const LOGIN: readonly Advised[] = [
  auth(
    18456,
    ({ server, username }) =>
      `${server} does not accept the user ${username} with this password. Check both, and that the server allows SQL Server logins (“mixed mode”).`,
  ),
  auth(
    18452,
    ({ server }) =>
      `${server} allows Windows sign-ins only, or this is one. Use an SQL Server login, in “mixed mode”.`,
  ),
  turnedAway(18470, 'is disabled'),
  turnedAway(18486, 'is locked out'),
  turnedAway(18487, 'has a password that has expired'),
  turnedAway(18488, 'must change its password first'),
  turnedAway(18461, 'cannot sign in while only one administrator may'),
  turnedAway(17892, 'is turned away by a logon trigger'),
  advise(
    'auth',
    [40532],
    ({ server }) =>
      `${server} was not found for this login. With Azure, the user may have to be written as user@server.`,
  ),
  advise(
    'unavailable',
    [40615],
    ({ server }) => `The firewall of ${server} does not let this machine through. Add its address there.`,
  ),
  advise(
    'unavailable',
    [40914],
    ({ server }) => `The firewall of ${server} does not let this network through. Add it there.`,
  ),
  advise(
    'unavailable',
    [47073],
    ({ server }) =>
      `${server} denies connections from public networks. Connect through its private endpoint.`,
  ),
];

const DATABASE: readonly Advised[] = [
  advise(
    'unavailable',
    [4060, 4064, 911, 916],
    ({ server, database, username }) =>
      `The database ${database} cannot be opened at ${server}: it does not exist, is offline, or the user ${username} has no access to it. Check its name and the user.`,
    { silent: true, mayPass: true },
  ),
  advise(
    'scope_missing',
    [229, 230, 262, 297, 300],
    ({ username }) =>
      `The user ${username} lacks a permission in the database. Ask its administrator for it.`,
  ),
  advise(
    'unavailable',
    [3906],
    ({ database }) => `The database ${database} can only be read. Its administrator can change that.`,
    { silent: true },
  ),
  advise(
    'unavailable',
    [3908],
    ({ database }) => `The database ${database} is being restored. Try again later.`,
    {
      mayPass: true,
    },
  ),
  advise('unavailable', [942], ({ database }) => `The database ${database} is offline.`, { mayPass: true }),
  advise(
    'unavailable',
    [9002, 1105, 1101],
    'The database has no space left. Its administrator has to make some.',
  ),
  advise(
    'transient',
    [1205],
    ({ database }) =>
      `SQL Server stopped this in favour of another program (a deadlock in ${database}), several times. Try again in a moment.`,
    { silent: true },
  ),
  advise(
    'transient',
    [1222],
    ({ database }) => `Another program holds what is needed in ${database} locked. Try again in a moment.`,
    { silent: true },
  ),
];

/** Statements that are wrong, or that the data does not allow. */
const STATEMENT: Readonly<Record<string, Sentence>> = {
  208: ({ database }) =>
    `A table or view is not in the database ${database} (any more), or the user may not see it.`,
  207: 'A column is not in the table (any more). Check its name.',
  209: 'The name of a column is not clear: write the table in front of it.',
  4104: 'A column is not in any of the tables that are read. Check its name.',
  137: 'A parameter has no value. Give one for every @name of the query.',
  195: 'A function is not known to this SQL Server.',
  '102 103 105 156 170 174 189 319 1033 1038 8120': 'SQL Server does not understand this.',
  4145: 'There is a value where a condition is expected. Compare it with something.',
  '241 242 245 206 257 295 402 529 8114 8117 8169':
    'A value is not of the type that it is compared with or converted to. Compare numbers with numbers and dates with dates.',
  '220 232 248 8115': 'A number is too large for its type.',
  8134: 'A value is divided by zero.',
  468: 'Two texts are sorted by different rules. Write COLLATE behind one of them.',
  '2601 2627': 'Another row has this value already, in a column that allows each value once.',
  515: 'A column must not be left empty.',
  547: 'A rule of the database (a check or a foreign key) does not allow this value.',
  550: 'The view does not allow this: the row would not be in it any more.',
  '2628 8152': 'A text is longer than its column.',
  '271 8102 4405 4406 4421 13537 13561':
    'This column or view cannot be written: SQL Server makes its values itself.',
  3609: 'A trigger of the database undid this.',
};

const rejected = Object.entries(STATEMENT).map(
  ([numbers, sentence]): Advised =>
    advise('rejected', numbers.split(' ').map(Number), sentence, { silent: numbers === '8134' }),
);

export const ADVICE: ReadonlyMap<number, Advice> = new Map(
  [...LOGIN, ...DATABASE, ...rejected].flatMap(([numbers, advice]) =>
    numbers.map((number) => [number, advice] as const),
  ),
);
