import {
  CONNECTION_METHOD_LABELS,
  STORE_STATUS_LABELS,
  type StoreStatus,
  type StoreType,
} from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores';
import type { Tone } from '../../components/status-badge.tsx';

export const storeStatusTones: Record<StoreStatus, Tone> = {
  active: 'success',
  inactive: 'warning',
  archived: 'neutral',
};

export const storeStatusLabels = STORE_STATUS_LABELS;

export const storeTypeLabels: Record<StoreType, string> = {
  shopify: 'Shopify',
  development: 'Development',
  test: 'Test',
  mssql: 'MS SQL',
};

export function connectionLabel(store: Store): string {
  return CONNECTION_METHOD_LABELS[store.connection_method];
}
