import type { SourceErrorKind } from '../../connector.ts';

/** What SQL Server's error numbers mean to a person. Numbers and texts: sys.messages, Microsoft's error reference. */

export type Place = { readonly server: string; readonly database: string; readonly username: string };

export type Advice = {
  readonly kind: SourceErrorKind;
  readonly sentence: string | ((place: Place) => string);
  /** True where the server's own words would add nothing. */
  readonly silent?: boolean;
  /** True where whoever has connected before may wait: it is so for some time after a start of the server, too. */
  readonly mayPass?: boolean;
};

/**
 * A deadlock, a failover, a database that is being moved or throttled: the same may succeed in a moment. What ran in a
 * transaction until then is undone by the server.
 */
const TRANSIENT: ReadonlySet<number> = new Set([
  1205, 1222, 3960, 3966, 601, 615, 617, 669, 701, 802, 8628, 8645, 8651, 8657, 40143, 40166, 40197, 40501,
  40540, 40613, 40642, 40648, 10922, 10928, 10929, 10936, 14355, 17197, 18401, 921, 922, 978, 983, 997, 4221,
  41301, 41302, 41305, 41325, 41839, 42108, 42109, 49510, 49918, 49919, 49920, 6005, 8948, 17142, 17187,
]);

export function isTransientNumber(number: number): boolean {
  return TRANSIENT.has(number) || number === -2;
}

const notAccepted: Advice = {
  kind: 'auth',
  sentence: ({ server, username }) =>
    `${server} does not accept the user ${username} with this password. Check both, and that the server allows SQL ` +
    'Server logins (“mixed mode”).',
  silent: true,
};

const disabled = (what: string): Advice => ({
  kind: 'auth',
  sentence: ({ server, username }) =>
    `The login ${username} ${what} at ${server}. Its administrator can change that.`,
  silent: true,
});

const noDatabase: Advice = {
  kind: 'unavailable',
  sentence: ({ server, database, username }) =>
    `The database ${database} cannot be opened at ${server}: it does not exist, is offline, or the user ${username} has ` +
    'no access to it. Check its name and the user.',
  silent: true,
  mayPass: true,
};

const notPermitted: Advice = {
  kind: 'scope_missing',
  sentence: ({ username }) =>
    `The user ${username} lacks a permission in the database. Ask its administrator for it.`,
};

const notUnderstood: Advice = { kind: 'rejected', sentence: 'SQL Server does not understand this.' };

const wrongType: Advice = {
  kind: 'rejected',
  sentence:
    'A value is not of the type that it is compared with or converted to. Compare numbers with numbers and dates with dates.',
};

const outOfRange: Advice = { kind: 'rejected', sentence: 'A number is too large for its type.' };

const duplicate: Advice = {
  kind: 'rejected',
  sentence: 'Another row has this value already, in a column that allows each value once.',
};

const tooLong: Advice = { kind: 'rejected', sentence: 'A text is longer than its column.' };

const notWritable: Advice = {
  kind: 'rejected',
  sentence: 'This column or view cannot be written: SQL Server makes its values itself.',
};

const full: Advice = {
  kind: 'unavailable',
  sentence: 'The database has no space left. Its administrator has to make some.',
};

export const ADVICE: Record<number, Advice | undefined> = {
  18456: notAccepted,
  18452: {
    kind: 'auth',
    sentence: ({ server }) =>
      `${server} allows Windows sign-ins only, or this is one. Use an SQL Server login, in “mixed mode”.`,
    silent: true,
  },
  18470: disabled('is disabled'),
  18486: disabled('is locked out'),
  18487: disabled('has a password that has expired'),
  18488: disabled('must change its password first'),
  18461: disabled('cannot sign in while only one administrator may'),
  17892: disabled('is turned away by a logon trigger'),
  4060: noDatabase,
  4064: noDatabase,
  911: noDatabase,
  916: noDatabase,
  40532: {
    kind: 'auth',
    sentence: ({ server }) =>
      `${server} was not found for this login. With Azure, the user may have to be written as user@server.`,
  },
  40615: {
    kind: 'unavailable',
    sentence: ({ server }) =>
      `The firewall of ${server} does not let this machine through. Add its address there.`,
  },
  40914: {
    kind: 'unavailable',
    sentence: ({ server }) => `The firewall of ${server} does not let this network through. Add it there.`,
  },
  47073: {
    kind: 'unavailable',
    sentence: ({ server }) =>
      `${server} denies connections from public networks. Connect through its private endpoint.`,
  },
  229: notPermitted,
  230: notPermitted,
  262: notPermitted,
  297: notPermitted,
  300: notPermitted,
  208: {
    kind: 'rejected',
    sentence: ({ database }) =>
      `A table or view is not in the database ${database} (any more), or the user may not see it.`,
  },
  207: { kind: 'rejected', sentence: 'A column is not in the table (any more). Check its name.' },
  209: { kind: 'rejected', sentence: 'The name of a column is not clear: write the table in front of it.' },
  4104: { kind: 'rejected', sentence: 'A column is not in any of the tables that are read. Check its name.' },
  137: { kind: 'rejected', sentence: 'A parameter has no value. Give one for every @name of the query.' },
  195: { kind: 'rejected', sentence: 'A function is not known to this SQL Server.' },
  102: notUnderstood,
  103: notUnderstood,
  105: notUnderstood,
  156: notUnderstood,
  170: notUnderstood,
  174: notUnderstood,
  189: notUnderstood,
  319: notUnderstood,
  1033: notUnderstood,
  1038: notUnderstood,
  4145: {
    kind: 'rejected',
    sentence: 'Where a condition is wanted, there is a value. Compare it with something.',
  },
  8120: notUnderstood,
  241: wrongType,
  242: wrongType,
  245: wrongType,
  206: wrongType,
  257: wrongType,
  295: wrongType,
  402: wrongType,
  529: wrongType,
  8114: wrongType,
  8117: wrongType,
  8169: wrongType,
  220: outOfRange,
  232: outOfRange,
  248: outOfRange,
  8115: outOfRange,
  8134: { kind: 'rejected', sentence: 'Something is divided by zero.', silent: true },
  468: {
    kind: 'rejected',
    sentence: 'Two texts are sorted by different rules. Write COLLATE behind one of them.',
  },
  2601: duplicate,
  2627: duplicate,
  515: { kind: 'rejected', sentence: 'A column must not be left empty.' },
  547: {
    kind: 'rejected',
    sentence: 'A rule of the database (a check or a foreign key) does not allow this value.',
  },
  550: { kind: 'rejected', sentence: 'The view does not allow this: the row would not be in it any more.' },
  2628: tooLong,
  8152: tooLong,
  271: notWritable,
  8102: notWritable,
  4405: notWritable,
  4406: notWritable,
  4421: notWritable,
  3609: { kind: 'rejected', sentence: 'A trigger of the database undid this.' },
  3906: {
    kind: 'unavailable',
    sentence: ({ database }) =>
      `The database ${database} can only be read. Its administrator can change that.`,
    silent: true,
  },
  3908: {
    kind: 'unavailable',
    sentence: ({ database }) => `The database ${database} is being restored. Try again later.`,
    mayPass: true,
  },
  942: {
    kind: 'unavailable',
    sentence: ({ database }) => `The database ${database} is offline.`,
    mayPass: true,
  },
  9002: full,
  1105: full,
  1101: full,
  1205: {
    kind: 'transient',
    sentence: ({ database }) =>
      `SQL Server stopped this in favour of another program (a deadlock in ${database}), several times. Try again in a moment.`,
    silent: true,
  },
  1222: {
    kind: 'transient',
    sentence: ({ database }) =>
      `Another program holds what is needed in ${database} locked. Try again in a moment.`,
    silent: true,
  },
};
