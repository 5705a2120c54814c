/** What a checked statement may call. Nothing here writes, waits, reads a file or reaches another server. */

const FUNCTIONS = new Set(
  [
    'ABS ACOS ASIN ATAN ATN2 CEILING COS COT DEGREES EXP LOG LOG10 PI POWER RADIANS RAND ROUND SIGN SIN SQRT SQUARE TAN',
    'ASCII CHAR CHARINDEX CONCAT CONCAT_WS DIFFERENCE FORMAT LEFT LEN LOWER LTRIM NCHAR PATINDEX QUOTENAME REPLACE',
    'REPLICATE REVERSE RIGHT RTRIM SOUNDEX SPACE STR STRING_AGG STRING_ESCAPE STUFF TRANSLATE UNICODE UPPER DATALENGTH',
    'COALESCE ISNULL NULLIF IIF CHOOSE GREATEST LEAST ISNUMERIC ISDATE ISJSON JSON_VALUE JSON_QUERY CHECKSUM BINARY_CHECKSUM',
    'GETDATE GETUTCDATE SYSDATETIME SYSUTCDATETIME SYSDATETIMEOFFSET DATEADD DATEDIFF DATEDIFF_BIG DATENAME DATEPART',
    'DATETRUNC DATE_BUCKET DAY MONTH YEAR EOMONTH DATEFROMPARTS DATETIMEFROMPARTS DATETIME2FROMPARTS TIMEFROMPARTS',
    'DATETIMEOFFSETFROMPARTS SMALLDATETIMEFROMPARTS SWITCHOFFSET TODATETIMEOFFSET',
    'AVG COUNT COUNT_BIG MAX MIN SUM STDEV STDEVP VAR VARP GROUPING GROUPING_ID APPROX_COUNT_DISTINCT CHECKSUM_AGG',
    'ROW_NUMBER RANK DENSE_RANK NTILE LAG LEAD FIRST_VALUE LAST_VALUE PERCENT_RANK CUME_DIST',
    'ROLLUP CUBE NEWID HASHBYTES CONTAINS FREETEXT',
    'DB_NAME DB_ID SUSER_SNAME USER_NAME SCHEMA_NAME SCHEMA_ID OBJECT_ID OBJECT_NAME TYPE_NAME COL_NAME SERVERPROPERTY',
  ]
    .join(' ')
    .split(' '),
);

/** These stand without parentheses. */
const BARE_FUNCTIONS = new Set(['CURRENT_TIMESTAMP', 'CURRENT_USER', 'SESSION_USER', 'SYSTEM_USER']);

const VARIABLES = new Set(['@@VERSION', '@@SERVERNAME', '@@LANGUAGE', '@@DATEFIRST']);

/** Their first argument is a part of a date, not a column. */
const DATE_PART_FUNCTIONS = new Set([
  'DATEADD',
  'DATEDIFF',
  'DATEDIFF_BIG',
  'DATENAME',
  'DATEPART',
  'DATETRUNC',
  'DATE_BUCKET',
]);

const DATE_PARTS = new Set(
  [
    'YEAR YY YYYY QUARTER QQ Q MONTH MM M DAYOFYEAR DY Y DAY DD D WEEK WK WW ISO_WEEK ISOWK ISOWW WEEKDAY DW W HOUR HH',
    'MINUTE MI N SECOND SS S MILLISECOND MS MICROSECOND MCS NANOSECOND NS TZOFFSET TZ',
  ]
    .join(' ')
    .split(' '),
);

const DATA_TYPES = new Set(
  [
    'BIT TINYINT SMALLINT INT INTEGER BIGINT DECIMAL DEC NUMERIC MONEY SMALLMONEY FLOAT REAL DATE TIME DATETIME DATETIME2',
    'SMALLDATETIME DATETIMEOFFSET CHAR VARCHAR NCHAR NVARCHAR BINARY VARBINARY UNIQUEIDENTIFIER SYSNAME',
  ]
    .join(' ')
    .split(' '),
);

/** Hints that only read: none of them takes or holds a lock that others would wait for. */
const TABLE_HINTS = new Set(['NOLOCK', 'READUNCOMMITTED', 'READCOMMITTED', 'READPAST', 'READCOMMITTEDLOCK']);

const OPERATORS: Record<string, string | undefined> = {
  Plus: '+',
  Minus: '-',
  Multiply: '*',
  Divide: '/',
  Modulo: '%',
  Gt: '>',
  Lt: '<',
  GtEq: '>=',
  LtEq: '<=',
  Eq: '=',
  NotEq: '<>',
  And: 'AND',
  Or: 'OR',
  BitwiseAnd: '&',
  BitwiseOr: '|',
  BitwiseXor: '^',
};

const UNARY_OPERATORS: Record<string, string | undefined> = {
  Plus: '+',
  Minus: '-',
  Not: 'NOT',
  BitwiseNot: '~',
};

const among = (names: ReadonlySet<string>) => (name: string) => (names.has(name.toUpperCase()) ? name : null);

/** Each answers how it is written, or null for what is not let through. */
export const allowed = {
  function: among(FUNCTIONS),
  bareFunction: among(BARE_FUNCTIONS),
  variable: among(VARIABLES),
  datePart: among(DATE_PARTS),
  dataType: among(DATA_TYPES),
  tableHint: among(TABLE_HINTS),
  operator: (name: string) => OPERATORS[name] ?? null,
  unaryOperator: (name: string) => UNARY_OPERATORS[name] ?? null,
};

export function takesDatePart(functionName: string): boolean {
  return DATE_PART_FUNCTIONS.has(functionName.toUpperCase());
}
