/** A schema change that processes of the previous version do not survive, and why. */
export type Breach = { readonly statement: string; readonly reason: string };

type Rule = { readonly pattern: RegExp; readonly reason: string };

const RULES: readonly Rule[] = [
  { pattern: /^drop (table|view|type|function)\b/, reason: 'drops what the version before may use' },
  { pattern: /\bdrop column\b/, reason: 'drops a column that the version before may use' },
  { pattern: /\brename\b/, reason: 'renames what the version before knows by its old name' },
  { pattern: /\balter column \S+ (set data )?type\b/, reason: 'changes the type of a column' },
  { pattern: /\bset not null\b/, reason: 'refuses rows that the version before writes' },
  { pattern: /\bdrop default\b/, reason: 'refuses rows in which the version before leaves the column out' },
  {
    pattern: /\badd column (?!.*\bdefault\b).*\bnot null\b/,
    reason: 'adds a column without a default that the version before does not fill',
  },
  {
    pattern: /\badd (constraint|check|unique|foreign key|primary key)\b/,
    reason: 'adds a constraint that rows of the version before may break',
  },
  {
    pattern: /^create unique index\b/,
    reason: 'adds a constraint that rows of the version before may break',
  },
];

/** Such a comment says why the previous version does not use what is dropped. */
const CONTRACT = /^\s*-- Contract: \S/m;

const NAME = '(?:if (?:not )?exists )?(?:only )?"?(\\w+)"?';
const CREATED = new RegExp(`^create table ${NAME}`);
const CHANGED = [
  new RegExp(`^alter table ${NAME}`),
  new RegExp(`^drop (?:table|view|type|function) ${NAME}`),
  /^create unique index .*? on (?:only )?"?(\w+)"?/,
];

/** The statements of a migration that break the rule; tables that it creates itself are exempt. */
export function breachesIn(sql: string): Breach[] {
  const statements = sql.split(/;\s*$/m).map((text) => ({
    isContract: CONTRACT.test(text),
    statement: text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
  }));
  const own = new Set(statements.flatMap(({ statement }) => CREATED.exec(statement)?.[1] ?? []));
  return statements.flatMap(({ statement, isContract }) => {
    const table = CHANGED.map((pattern) => pattern.exec(statement)?.[1]).find((name) => name !== undefined);
    if (isContract || table === undefined || own.has(table)) return [];
    return RULES.filter(({ pattern }) => pattern.test(statement)).map(({ reason }) => ({
      statement,
      reason,
    }));
  });
}
