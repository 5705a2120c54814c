import type { FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import type { SqlGuard } from '../../connectors/mssql/guard/guard.ts';
import type { Mapping } from '../../connectors/mssql/mapping/field-mapping.ts';
import type { Connect } from '../../connectors/registry.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PointNotes } from './points/store-points.ts';
import type { StoreTokens } from './tokens/store-tokens.ts';

/** The stores' dependencies on the rest of the server. */
export type StoresDeps = {
  db: Database;
  jobs: JobQueue;
  secretBox: SecretBox;
  clock: Clock;
  logger: Logger;
  /** SHOPIFY_ALLOWED_HOSTS. */
  allowedHosts: readonly string[];
  connect: Connect;
  sqlGuard: SqlGuard;
  storeTokens: StoreTokens;
  points: PointNotes;
  /** The field mappings of a SQL Server store. */
  mappingsOf(storeId: string): Promise<readonly Mapping[]>;
  /** Saves a store's first mappings in the transaction that creates it. */
  addMappings(tx: Queryable, storeId: string, mappings: readonly FieldMappingInput[]): Promise<unknown>;
};
