import { BulkUpdateResult } from '@storefleet/contract/bulk-updates';
import { PaginationInfo } from '@storefleet/contract/common';
import { HistoryRecord } from '@storefleet/contract/history';
import {
  FieldMapping,
  MssqlConnectionTestResult,
  MssqlStoreCreate,
  TableSchemaColumn,
} from '@storefleet/contract/mssql';
import { PaginationTestResult, Product, SearchResultItem, Variant } from '@storefleet/contract/products';
import { ScheduledSync, ScheduledSyncSummary } from '@storefleet/contract/scheduled-syncs';
import { Setting } from '@storefleet/contract/settings';
import { GraphqlConnectionTestResult, ShopData, Store, StoreCreate } from '@storefleet/contract/stores';
import { SyncAllResult, SyncStatus } from '@storefleet/contract/sync';
import type { Row } from './row.ts';

/** The fields that the contract gives an entity, by the entity's name in the rows. */
export const entityFields: Readonly<Record<string, readonly string[]>> = {
  Store: fieldNames(Store, StoreCreate).filter((field) => !field.startsWith('mssql_')),
  'MS SQL store': fieldNames(Store, MssqlStoreCreate).filter((field) => field.startsWith('mssql_')),
  'Sync status': fieldNames(SyncStatus),
  Product: fieldNames(Product),
  Variant: fieldNames(Variant),
  'Search result item': fieldNames(SearchResultItem),
  'Pagination info': fieldNames(PaginationInfo),
  'History record': fieldNames(HistoryRecord),
  Setting: fieldNames(Setting),
  'Field mapping': fieldNames(FieldMapping),
  'Table schema column': fieldNames(TableSchemaColumn),
  'Scheduled sync': fieldNames(ScheduledSync),
  'Scheduled sync summary': fieldNames(ScheduledSyncSummary),
  'Pagination test result': fieldNames(PaginationTestResult),
  'Bulk update result': fieldNames(BulkUpdateResult),
  'Sync all result': fieldNames(SyncAllResult),
  'Shop data': fieldNames(ShopData),
  'GraphQL connection test': fieldNames(GraphqlConnectionTestResult),
  'MS SQL connection test': fieldNames(MssqlConnectionTestResult),
};

function fieldNames(...shapes: readonly { readonly shape: object }[]): string[] {
  return [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))];
}

/** Of the row `History record: store_details.shop_name`: the entity, and `store_details`. */
export function fieldOf({ kind, what }: Row): readonly [entity: string, field: string] | null {
  if (kind !== 'field') return null;
  const [entity = '', rest = ''] = what.split(': ');
  return [entity, /^\w*/.exec(rest)?.[0] ?? ''];
}
