import {
  isEditedType,
  type MetafieldDefinition,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import { EDITABLE_ATTRIBUTES, type EditableAttribute, labelOf } from '@storefleet/contract/constants';
import type { Editing } from '../../connector.ts';
import { type BulkEditingDeps, createBulkEditing } from '../bulk/bulk-editing.ts';
import { createEditReader } from './edit-reading.ts';
import { createProductWriter } from './edit-writing.ts';

/**
 * A call costs 10 points and takes about a quarter of a second, and the usual plans get 100 to 200 points a second: so
 * many use up three times that, and are few enough to be fetched after a crash.
 */
const PRODUCTS_AT_ONCE = 16;

export function createEditing({
  metafields,
  ...deps
}: Omit<BulkEditingDeps, 'reader'> & { metafields: readonly MetafieldDefinition[] }): Editing {
  const { client } = deps;
  const edited = metafields.filter(({ type }) => isEditedType(type)).map(nameOf);
  const reader = createEditReader(client);
  return {
    attributes: [...EDITABLE_ATTRIBUTES, ...edited],
    metafields,
    refusalOf: (attribute) => refusalOfMetafield(metafields, attribute),
    concurrency: PRODUCTS_AT_ONCE,
    readValues: reader.readValues,
    write: createProductWriter(client, reader),
    bulk: createBulkEditing({ ...deps, reader }),
  };
}

const nameOf = ({ owner, key }: MetafieldDefinition) => metafieldName(owner, key);

function refusalOfMetafield(
  metafields: readonly MetafieldDefinition[],
  attribute: EditableAttribute,
): string {
  const known = metafields.find((metafield) => nameOf(metafield) === attribute);
  const label = known?.name ?? labelOf(attribute);
  return known === undefined
    ? `${label} is not read from this store. Choose it in the store’s settings first.`
    : `${label} is of the type ${known.type}, which can only be changed in Shopify.`;
}
