import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/constants';
import type { Editing } from '../connector.ts';
import { createBulkEditing } from './bulk-editing.ts';
import type { ResultDeps } from './bulk-result-lines.ts';
import { createEditReader } from './edit-reading.ts';
import { createProductWriter } from './edit-writing.ts';

/**
 * Enough to use up the largest bucket's refill at a quarter of a second for each answer would be more than the rest
 * of us could bear; so many keep the usual plans' buckets empty, and are few enough to be read back after a crash.
 */
const PRODUCTS_AT_ONCE = 16;

export function createEditing(deps: ResultDeps): Editing {
  const { client } = deps;
  const reader = createEditReader(client);
  return {
    attributes: EDITABLE_ATTRIBUTES,
    concurrency: PRODUCTS_AT_ONCE,
    readValues: reader.readValues,
    writeProduct: createProductWriter(client, reader),
    bulk: createBulkEditing({ ...deps, reader }),
  };
}
