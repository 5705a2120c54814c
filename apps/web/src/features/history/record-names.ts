import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { HistorySource } from '@storefleet/contract/constants';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import type { Person } from '@storefleet/contract/people/person';
import { attributeLabel } from '../../lib/format/format-value.ts';
import type { Definitions } from '../metafields/use-definitions.ts';

export const ORIGIN_LABELS: Record<HistoryRecord['origin'], string> = {
  bulk_update: 'Bulk update',
  csv_import: 'Import',
  undo: 'Undo',
  outside: 'Changed in the store',
};

export const SOURCE_LABELS: Record<HistorySource, string> = {
  bulk_update: 'Edits and bulk updates',
  csv_import: 'Imports',
  undo: 'Undos',
  sync: 'Found by a sync',
  webhook: 'Found by webhooks',
};

/** Source of a change listed without a heading. */
export const ORIGIN_MARKS: Record<HistoryRecord['origin'], string | null> = {
  bulk_update: null,
  csv_import: 'Import',
  undo: 'Restored',
  outside: 'In the store',
};

export const OLD_VALUE_UNCERTAIN =
  'This value was last seen some time before the change and may have changed in between.';

/** The variant's own title; null if the product has a single variant. */
export function variantTitle({ product_details: { variant_title } }: HistoryRecord): string | null {
  return variant_title === DEFAULT_VARIANT_TITLE ? null : variant_title;
}

/** "Blue Hat / Red" */
export function targetName(record: HistoryRecord): string {
  return [record.product_details.title, variantTitle(record)].filter(Boolean).join(' / ');
}

/** "Price of Blue Hat / Red" */
export function changeName(record: HistoryRecord, definitions: Definitions): string {
  return `${attributeLabel(record.attribute_changed, definitions([record.store_id]))} of ${targetName(record)}`;
}

/** Author of a change; unknown for changes found in the store. */
export function authorName({ origin, user_details }: Pick<HistoryRecord, 'origin' | 'user_details'>): string {
  return origin === 'outside' ? 'The store itself' : personName(user_details);
}

export function personName(person: Person | null): string {
  return person?.name || person?.email || 'Unknown';
}
