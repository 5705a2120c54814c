import type { BulkFailure, MutationTarget, UserErrorFault } from '../faults.ts';
import { accessDenied } from '../graphql/errors.ts';
import type { StableVersion } from '../graphql/schemas.ts';
import { hasScope } from '../shop/scopes.ts';
import type { Shop } from '../shop/shop.ts';
import type { InstalledApp } from '../shop/shop-options.ts';
import type { StagedUploads } from '../shop/staged-uploads.ts';

/** The context of resolvers. */
export type Context = {
  readonly shop: Shop;
  readonly app: InstalledApp;
  /** Host header of the request, for links. */
  readonly host: string;
  /** As the only root field, `product(id:)` may list all its variants at once. */
  readonly isSingleProduct: boolean;
  /** The schema that serves the request. */
  readonly version: StableVersion;
  /** The fault of the bulk operation that this request starts. */
  readonly bulkFailure: BulkFailure | null;
  readonly requestId: string;
  /** The line of the bulk mutation being executed, from 0; null for a separate request. */
  readonly line: number | null;
  readonly uploads: StagedUploads;
  /** A fault that refuses a write; asking uses it up. */
  readonly refusal: (target: MutationTarget) => UserErrorFault | null;
};

export type Arguments = Readonly<Record<string, unknown>>;

/** `idempotencyKey`: from the directive `@idempotent`, if the field has it. */
export type FieldInfo = { readonly fieldName: string; readonly idempotencyKey?: string | undefined };

export type Resolvers<Source> = Readonly<
  Record<string, (source: Source, args: Arguments, context: Context, info: FieldInfo) => unknown>
>;

export function requireScope(context: Context, fieldName: string, scope: string): void {
  if (!hasScope(context.app, scope)) throw accessDenied(fieldName, `\`${scope}\` access scope.`);
}
