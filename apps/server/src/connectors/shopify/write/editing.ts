import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/constants';
import type { Editing } from '../../connector.ts';
import { type BulkEditingDeps, createBulkEditing } from '../bulk/bulk-editing.ts';
import { createEditReader } from './edit-reading.ts';
import { createProductWriter } from './edit-writing.ts';

/**
 * A call costs 10 points and takes about a quarter of a second, and the usual plans get 100 to 200 points a second: so
 * many use up three times that, and are few enough to be fetched after a crash.
 */
const PRODUCTS_AT_ONCE = 16;

export function createEditing(deps: Omit<BulkEditingDeps, 'reader'>): Editing {
  const { client } = deps;
  const reader = createEditReader(client);
  return {
    attributes: EDITABLE_ATTRIBUTES,
    concurrency: PRODUCTS_AT_ONCE,
    readValues: reader.readValues,
    write: createProductWriter(client, reader),
    bulk: createBulkEditing({ ...deps, reader }),
  };
}
