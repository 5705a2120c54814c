import type { StagedUploads } from '../bulk/staged-uploads.ts';
import type { BulkFailure, MutationTarget, UserErrorFault } from '../faults.ts';
import { hasScope } from '../scopes.ts';
import type { Shop } from '../shop.ts';
import type { InstalledApp } from '../shop-options.ts';
import { accessDenied } from './errors.ts';
import type { StableVersion } from './schemas.ts';

/** What resolvers know besides their source. */
export type Context = {
  readonly shop: Shop;
  readonly app: InstalledApp;
  /** Host header of the request: links lead back to it. */
  readonly host: string;
  /** `product(id:)` as the only root field may page through all its variants at once. */
  readonly isSingleProduct: boolean;
  /** The schema that serves the request. */
  readonly version: StableVersion;
  /** How the bulk operation that this request starts is to fail. */
  readonly bulkFailure: BulkFailure | null;
  readonly requestId: string;
  /** The line of a bulk mutation that is being executed, from 0; null: a separate request. */
  readonly line: number | null;
  readonly uploads: StagedUploads;
  /** An arranged refusal of what a mutation is about to write; asking uses it up. */
  readonly refusal: (target: MutationTarget) => UserErrorFault | null;
};

export type Arguments = Readonly<Record<string, unknown>>;

/** `idempotencyKey`: of the directive `@idempotent`, where the field has it. */
export type FieldInfo = { readonly fieldName: string; readonly idempotencyKey?: string | undefined };

export type Resolvers<Source> = Readonly<
  Record<string, (source: Source, args: Arguments, context: Context, info: FieldInfo) => unknown>
>;

export function requireScope(context: Context, fieldName: string, scope: string): void {
  if (!hasScope(context.app, scope)) throw accessDenied(fieldName, `\`${scope}\` access scope.`);
}
