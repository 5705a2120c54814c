import type * as constants from '@storefleet/contract/constants';
import type { messages } from '@storefleet/contract/messages';
import type { ApiCallId } from '@storefleet/contract/paths';

/** What the specification asks for, in the order of its own list. */
export const kinds = [
  'route',
  'screen',
  'call',
  'field',
  'state',
  'rule',
  'confirmation',
  'message',
  'constant',
  'preference',
] as const;
export type Kind = (typeof kinds)[number];

/** A test: its file, from the root of the repository, and its title as it stands in the source. */
export type TestName = readonly [file: string, title: string];

/** One thing that the specification asks for, with the tests that show it. */
export type Row = {
  /** The section of the specification. */
  readonly section: number;
  readonly kind: Kind;
  readonly what: string;
  readonly shownBy: readonly TestName[];
  /** Set for a row of the kind `call`. */
  readonly call?: ApiCallId;
  /** Set for a row of the kind `message`: its place in the contract, such as `dashboard.title`. */
  readonly message?: MessageKey;
  /** The constants of the contract that the row is about. */
  readonly constants?: readonly ConstantName[];
};

export type ConstantName = keyof typeof constants;

type Messages = typeof messages;
/** `group.name` or `group.group.name` of every sentence of the contract. */
export type MessageKey = KeysOf<Messages>;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string | ((...values: never[]) => string)
    ? Name
    : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** A test of one file: `const search = testsOf('e2e/search.spec.ts')`, then `search('nothing found says so')`. */
export function testsOf(file: string): (title: string) => TestName {
  return (title) => [file, title];
}

type SomeRows = (kind: Kind, what: string, ...shownBy: TestName[]) => Row;

/** Rows of one section. */
export function rowsOf(section: number): SomeRows {
  return (kind, what, ...shownBy) => ({ section, kind, what, shownBy });
}

/** A row for each field of an entity, all shown by the same tests. */
export function fieldsOf(entity: string, fields: readonly string[], ...shownBy: TestName[]): Row[] {
  return fields.map((field) => ({ section: 3, kind: 'field', what: `${entity}: ${field}`, shownBy }));
}

/** A row about what the contract calls `names`. */
export function constantRow(
  section: number,
  names: readonly ConstantName[],
  what: string,
  ...shownBy: TestName[]
): Row {
  return { section, kind: 'constant', what, shownBy, constants: names };
}

export function callRow(call: ApiCallId, what: string, ...shownBy: TestName[]): Row {
  return { section: 7, kind: 'call', what, shownBy, call };
}

export function messageRow(section: number, message: MessageKey, what: string, ...shownBy: TestName[]): Row {
  return { section, kind: 'message', what, shownBy, message };
}
