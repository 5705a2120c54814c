import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import { attributesOnList, isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import {
  isMembership,
  type MembershipAttribute,
  membershipIn,
  publishedTo,
} from '@storefleet/contract/attributes/memberships';
import {
  isEditedType,
  type MetafieldDefinition,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import { isStock, locationOf, type StockAttribute, stockAt } from '@storefleet/contract/attributes/stock';
import { sleep } from '../../platform/resilience/sleep.ts';
import type { SourceExtras } from '../connector.ts';
import type { Editing } from '../editing.ts';
import { type BulkEditingDeps, createBulkEditing, MIN_PRODUCTS } from './bulk/bulk-editing.ts';
import { WRITE_POINTS } from './write/edit-documents.ts';
import { filledByRules, notAPlace } from './write/edit-errors.ts';
import { createEditReader } from './write/edit-reading.ts';
import { sameValue } from './write/edit-values.ts';
import { createProductWriter } from './write/edit-writing.ts';
import { notAList } from './write/fixed-price-writing.ts';

/**
 * A call costs 10 points and takes about 0.25 s; common plans restore 100 to 200 points a second. So many
 * parallel products use three times that, and are few enough to fetch again after a crash.
 */
const PRODUCTS_AT_ONCE = 16;
const SECONDS_PER_CALL = 0.25;
/** Per product: it is read together with others, and again if its call had to wait for points. */
const POINTS_PER_READ = 0.3;

export function createEditing({
  metafields,
  locations,
  collections = [],
  channels = [],
  priceLists = [],
  ...deps
}: Omit<BulkEditingDeps, 'reader'> & {
  metafields: readonly MetafieldDefinition[];
  /** Names of the locations whose stock is read. */
  locations: readonly string[];
} & SourceExtras): Editing {
  const { client } = deps;
  const edited = metafields.filter(({ type }) => isEditedType(type)).map(nameOf);
  const manual = collections.filter(({ isManual }) => isManual);
  const ids = new Map<MembershipAttribute, string>([
    ...manual.map(({ handle, sourceId }) => [membershipIn(handle), sourceId] as const),
    ...channels.map(({ name, sourceId }) => [publishedTo(name), sourceId] as const),
  ]);
  const reader = createEditReader(client, { memberships: ids, priceLists });
  return {
    attributes: [
      ...EDITABLE_ATTRIBUTES,
      ...edited,
      ...locations.map(stockAt),
      ...ids.keys(),
      ...priceLists.flatMap(({ name }) => attributesOnList(name)),
    ],
    metafields,
    priceLists,
    sameValue,
    refusalOf: (attribute) =>
      isMembership(attribute)
        ? refusalOfMembership(collections, attribute)
        : isStock(attribute)
          ? refusalOfStock(attribute)
          : isListPrice(attribute)
            ? notAList(listOf(attribute))
            : refusalOfMetafield(metafields, attribute),
    concurrency: PRODUCTS_AT_ONCE,
    readValues: reader.readValues,
    write: createProductWriter({ client, reader, sleep: deps.sleep ?? sleep }),
    bulk: createBulkEditing({ ...deps, reader }),
    costs: {
      points: { product: POINTS_PER_READ, ...WRITE_POINTS },
      seconds_per_call: SECONDS_PER_CALL / PRODUCTS_AT_ONCE,
      products_left_to_source: MIN_PRODUCTS,
    },
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

function refusalOfStock(attribute: StockAttribute): string {
  return `No location called ${locationOf(attribute)} is read from this store. Switch stock per location on in the store’s settings and sync it.`;
}

function refusalOfMembership(
  collections: NonNullable<SourceExtras['collections']>,
  attribute: MembershipAttribute,
): string {
  const isKnown = collections.some(({ handle }) => membershipIn(handle) === attribute);
  return isKnown ? filledByRules : notAPlace(attribute);
}
