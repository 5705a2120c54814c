import { HistoryRecord } from '@storefleet/contract/edits/history';
import { blank } from './blank.ts';

/** A price change from 10.00 to 12.00, with overrides. */
export const buildHistoryRecord = (part: Partial<HistoryRecord> = {}): HistoryRecord => ({
  ...blank(HistoryRecord),
  id: '01890000-0000-7000-8000-000000000001',
  timestamp: '2026-03-01T10:00:00.000Z',
  store_id: '01890000-0000-7000-8000-0000000000a1',
  store_details: { shop_name: 'Atlas', store_currency: 'EUR' },
  product_details: { title: 'Blue Hat', variant_title: 'Red', sku: 'HAT-R' },
  product_id: '01890000-0000-7000-8000-0000000000b1',
  variant_id: '01890000-0000-7000-8000-0000000000c1',
  shopify_product_id: 'gid://shopify/Product/1',
  attribute_changed: 'price',
  old_value: '10.00',
  old_value_known: true,
  new_value: '12.00',
  user_details: { id: '01890000-0000-7000-8000-0000000000d1', name: 'Ann', email: 'ann@example.com' },
  changed_by_user_id: '01890000-0000-7000-8000-0000000000d1',
  batch_id: '01890000-0000-7000-8000-0000000000e1',
  batch_size: 1,
  origin: 'bulk_update',
  ...part,
});
