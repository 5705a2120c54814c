import type { Catalogue } from '../../catalogue/model.ts';
import { SqlServerError, type SqlType } from '../../engine/engine.ts';
import type { StoredValue } from '../../engine/storage.ts';
import { convertStored } from '../convert.ts';
import { isCharacter, isUnicode, lengthOf } from '../type.ts';

export type Argument = {
  readonly type: SqlType;
  readonly nullable: boolean;
  /** The value where it is written as a literal. */
  readonly constant: StoredValue | undefined;
};

/** What a function may know beside its arguments. */
export type FunctionContext = {
  /** The statement's moment: a stored datetimeoffset at the server's own offset. */
  readonly now: string;
  readonly catalogue: Catalogue;
  readonly session: {
    readonly spid: number;
    readonly user: string;
    readonly isReadOnly?: boolean;
    readonly database: string;
    readonly serverName: string;
    readonly version: string;
    readonly hostName?: string;
    readonly applicationName?: string;
  };
};

export type ScalarFunction = {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Whether the same arguments always give the same value. */
  readonly deterministic: boolean;
  /** The first argument is a word such as DAY, handed over in upper case as varchar. */
  readonly datepart?: true;
  result(args: readonly Argument[]): { readonly type: SqlType; readonly nullable?: boolean };
  call(
    args: readonly StoredValue[],
    types: readonly SqlType[],
    result: SqlType,
    context: FunctionContext,
  ): StoredValue;
};

export const INT: SqlType = { name: 'int' };
export const BIGINT: SqlType = { name: 'bigint' };
export const FLOAT: SqlType = { name: 'float' };
export const DATETIME: SqlType = { name: 'datetime' };
export const SYSNAME: SqlType = { name: 'nvarchar', length: 128 };

/** Any argument as text; characters as they are. */
export function textOf(value: StoredValue, type: SqlType | undefined): string | null {
  if (value === null || type === undefined) return null;
  return isCharacter(type)
    ? String(value)
    : String(convertStored(value, type, { name: 'varchar', length: 'max' }, { explicit: false }));
}

/** Any argument as a whole number. */
export function intOf(value: StoredValue, type: SqlType | undefined): number | null {
  if (value === null || type === undefined) return null;
  return Number(convertStored(value, type, INT, { explicit: false }));
}

/** Varying characters as long as the argument's; what is no text is taken for a varchar. */
export function textType(type: SqlType | undefined, length?: number): SqlType {
  if (type === undefined || !isCharacter(type)) return { name: 'varchar', length: length ?? 8000 };
  const name = isUnicode(type) ? 'nvarchar' : 'varchar';
  const known = lengthOf(type);
  if (known === Number.POSITIVE_INFINITY) return { name, length: 'max' };
  return { name, length: length === undefined ? known : Math.max(1, Math.min(length, known)) };
}

/** As long as such a type can be: 4000, 8000, or `max` when the argument is. */
export function longTextType(...types: readonly (SqlType | undefined)[]): SqlType {
  const unicode = types.some((type) => type !== undefined && isUnicode(type));
  const endless = types.some(
    (type) => type !== undefined && isCharacter(type) && lengthOf(type) === Number.POSITIVE_INFINITY,
  );
  return {
    name: unicode ? 'nvarchar' : 'varchar',
    length: endless ? 'max' : unicode ? 4000 : 8000,
  };
}

/** A text cut to what the result's type holds. */
export function fitText(text: string, type: SqlType): string {
  return typeof type.length === 'number' && text.length > type.length ? text.slice(0, type.length) : text;
}

export function argumentTypeInvalid(type: SqlType, place: number, name: string): SqlServerError {
  return new SqlServerError({
    number: 8116,
    message: `Argument data type ${type.name} is invalid for argument ${place} of ${name.toLowerCase()} function.`,
  });
}

export function collationOf({ catalogue, session }: FunctionContext): string | null {
  const wanted = session.database.toLowerCase();
  return catalogue.databases.find(({ name }) => name.toLowerCase() === wanted)?.collation ?? null;
}
