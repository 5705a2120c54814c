import { SqlServerError } from '../engine.ts';

/** Who may log in. `databases` null means all of them. */
export type Account = {
  readonly user: string;
  readonly password: string;
  readonly isReadOnly: boolean;
  readonly databases: readonly string[] | null;
};

export type Action = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Throws 229 where the account may only read. */
export function mustBeAllowed(
  account: Account,
  action: Action,
  object: { readonly schema: string; readonly name: string },
  database: string,
): void {
  if (!account.isReadOnly || action === 'SELECT') return;
  throw new SqlServerError({
    number: 229,
    class: 14,
    state: 5,
    message: `The ${action} permission was denied on the object '${object.name}', database '${database}', schema '${object.schema}'.`,
  });
}

/** Throws 262 or 1088 where the account may only read. */
export function mayChangeSchema(account: Account, statement: string, database: string): void {
  if (!account.isReadOnly) return;
  throw new SqlServerError({
    number: 262,
    class: 14,
    message: `${statement} permission denied in database '${database}'.`,
  });
}
