import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  labelOf as attributeLabel,
  EDITABLE_ATTRIBUTE_LABELS,
  LISTED_ATTRIBUTES,
  MONEY_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { attributesOnList, isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock, stockAt } from '@storefleet/contract/attributes/stock';
import { PRICE_ROUNDINGS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { isAmount, isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import type { KnownMetafield } from '../../../metafields/known-metafields.ts';
import { metafieldGroups } from '../../../metafields/metafield-choice.ts';
import { storesQuery } from '../../../stores/api/queries.ts';
import {
  type ActionKind,
  actionKindsOf,
  type BulkAction,
  CHANNEL,
  COLLECTION,
  canUpdateBoth,
  withAttribute,
} from '../../bulk-action.ts';
import classes from './action-fields.module.css';
import { ValueField } from './value-field.tsx';

type Props = {
  action: BulkAction;
  /** Those of the stores that are changed. */
  metafields: readonly KnownMetafield[];
  /** Where the stores that are changed keep stock. */
  locations: readonly string[];
  /** The names of the price lists that the stores that are changed read. */
  priceLists: readonly string[];
  onChange: (action: BulkAction) => void;
  /** Error about the typed value. */
  error: string | null;
};

const kindLabels: Record<ActionKind, string> = {
  set: 'Set to',
  add: 'Add',
  remove: 'Remove',
  append: 'Add at end',
  prepend: 'Add at start',
  replace: 'Replace text',
  increase: 'Increase by',
  decrease: 'Decrease by',
  clear: 'Clear the value',
};

const collectionLabels: Partial<Record<ActionKind, string>> = { add: 'Add to', remove: 'Remove from' };
const channelLabels: Partial<Record<ActionKind, string>> = { add: 'Publish to', remove: 'Unpublish from' };

function labelOf(kind: ActionKind, attribute: BulkAction['attribute']): string {
  if (attribute === COLLECTION) return collectionLabels[kind] ?? kindLabels[kind];
  if (attribute === CHANNEL) return channelLabels[kind] ?? kindLabels[kind];
  return attribute === 'tags' && kind === 'set' ? 'Replace all with' : kindLabels[kind];
}

const roundingLabels: Record<(typeof PRICE_ROUNDINGS)[number], string> = {
  none: 'No rounding',
  '.99': 'To the nearest .99',
  '.95': 'To the nearest .95',
  '.50': 'To the nearest .50',
  '.00': 'To whole amounts',
};

/** Attribute, action and value. */
export function ActionFields({ action, metafields, locations, priceLists, onChange, error }: Props) {
  const stores = useQuery(storesQuery(useApi())).data ?? [];
  const hasDescriptions = stores.some(({ reads_descriptions }) => reads_descriptions);
  const listed = [...LISTED_ATTRIBUTES, ...(hasDescriptions ? ['description' as const] : [])];
  const places = [
    ...(stores.some((store) => store.reads_collections) ? [{ value: COLLECTION, label: 'Collections' }] : []),
    ...(stores.some((store) => store.reads_channels) ? [{ value: CHANNEL, label: 'Sales channels' }] : []),
  ];
  const kinds = actionKindsOf(action.attribute);
  const isChange = action.kind === 'increase' || action.kind === 'decrease';
  const change = (part: Partial<BulkAction>) => onChange({ ...action, ...part });
  return (
    <>
      <NativeSelect
        className={classes.attribute}
        data-own={isStoresOwn(action.attribute) || undefined}
        label="Attribute"
        value={action.attribute}
        data={[
          ...listed.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] })),
          ...places,
          ...(locations.length === 0 ? [] : [stockGroup(locations)]),
          ...(priceLists.length === 0 ? [] : [priceListGroup(priceLists)]),
          ...metafieldGroups(metafields),
        ]}
        onChange={(event) => {
          const own = [
            ...metafields.map(({ attribute }) => attribute),
            ...locations.map(stockAt),
            ...priceLists.flatMap(attributesOnList),
          ];
          const names = [...listed, COLLECTION, CHANNEL, ...own];
          const attribute = names.find((name) => name === event.currentTarget.value);
          if (attribute) onChange(withAttribute(action, attribute));
        }}
      />
      {kinds.length > 1 && (
        <NativeSelect
          className={classes.kind}
          label="Change"
          value={action.kind}
          data={kinds.map((value) => ({ value, label: labelOf(value, action.attribute) }))}
          onChange={(event) => {
            const kind = kinds.find((name) => name === event.currentTarget.value);
            if (kind) change({ kind });
          }}
        />
      )}
      {action.kind === 'replace' && (
        <TextInput
          className={classes.value}
          label="Find"
          placeholder="Find"
          value={action.find}
          error={error}
          onChange={(event) => change({ find: event.currentTarget.value })}
        />
      )}
      {action.kind !== 'clear' && (
        <ValueField
          action={action}
          metafield={metafields.find(({ attribute }) => attribute === action.attribute)}
          error={action.kind === 'replace' ? null : error}
          onChange={(value) => change({ value })}
        />
      )}
      {isChange && isAmount(action.attribute) && <ChangeFields action={action} change={change} />}
    </>
  );
}

/** Named by a store, at any length. */
const isStoresOwn = (attribute: BulkAction['attribute']) =>
  isStock(attribute) || isMetafield(attribute) || isListPrice(attribute);

const stockGroup = (locations: readonly string[]) => ({
  group: 'Stock per location',
  items: locations.map((name) => ({ value: stockAt(name), label: attributeLabel(stockAt(name)) })),
});

const priceListGroup = (names: readonly string[]) => ({
  group: 'Market price lists',
  items: names.flatMap(attributesOnList).map((value) => ({ value, label: attributeLabel(value) })),
});

type ChangeProps = { action: BulkAction; change: (part: Partial<BulkAction>) => void };

function ChangeFields({ action, change }: ChangeProps) {
  return (
    <>
      <NativeSelect
        className={classes.unit}
        label="Unit"
        value={action.unit}
        data={[
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Amount' },
        ]}
        onChange={(event) => change({ unit: event.currentTarget.value === 'amount' ? 'amount' : 'percent' })}
      />
      {!isListPrice(action.attribute) && (
        <NativeSelect
          className={classes.base}
          label="Based on"
          value={action.base}
          data={MONEY_ATTRIBUTES.map((value) => ({
            value,
            label:
              value === action.attribute
                ? `The ${EDITABLE_ATTRIBUTE_LABELS[value].toLowerCase()} itself`
                : `The ${EDITABLE_ATTRIBUTE_LABELS[value].toLowerCase()}`,
          }))}
          onChange={(event) => {
            const base = MONEY_ATTRIBUTES.find((name) => name === event.currentTarget.value);
            if (base) change({ base });
          }}
        />
      )}
      <NativeSelect
        className={classes.rounding}
        label="Then round"
        value={action.rounding}
        data={PRICE_ROUNDINGS.map((value) => ({ value, label: roundingLabels[value] }))}
        onChange={(event) => {
          const rounding = PRICE_ROUNDINGS.find((name) => name === event.currentTarget.value);
          if (rounding) change({ rounding });
        }}
      />
    </>
  );
}

export function UpdateBoth({ action, onChange }: Pick<Props, 'action' | 'onChange'>) {
  const possible = canUpdateBoth(action.attribute);
  return (
    <Checkbox
      classNames={{
        root: classes.both,
        body: classes.both,
        labelWrapper: classes.both,
        label: classes.line,
        description: classes.line,
      }}
      title={messages.bulkUpdate.updateBoth}
      label={messages.bulkUpdate.updateBoth}
      description={possible ? undefined : messages.bulkUpdate.updateBothHint}
      disabled={!possible}
      checked={action.both}
      onChange={(event) => onChange({ ...action, both: event.currentTarget.checked })}
    />
  );
}

const tagHints = {
  add: 'Separate tags by commas. Current tags stay.',
  remove: 'Separate tags by commas. Other tags stay.',
  set: 'Separate tags by commas. They replace the current tags.',
};

const descriptionHints: Partial<Record<ActionKind, string>> = {
  append: 'HTML, or plain text as a paragraph of its own.',
  prepend: 'HTML, or plain text as a paragraph of its own.',
  replace:
    'In the text between the tags. Upper and lower case matter. Nothing to replace it with removes it.',
  set: 'HTML. It replaces the whole description.',
};

/** Hint about what an action does to current values, if useful. */
export function hintOf({ attribute, kind }: BulkAction): string | null {
  if (isListPrice(attribute)) {
    return kind === 'clear'
      ? 'The list’s adjustment applies again. A fixed price goes with its compare-at price.'
      : 'In the currency of the list.';
  }
  if (kind === 'clear') return null;
  if (attribute === CHANNEL) return 'In stores that have a channel of this name.';
  if (attribute === COLLECTION) return 'In stores that have it.';
  if (isStock(attribute)) return 'The quantity available there. Variants not stocked there stay as they are.';
  if (attribute === 'tags') return tagHints[kind as keyof typeof tagHints];
  if (attribute === 'description') return descriptionHints[kind] ?? null;
  if (attribute === 'handle') return 'Shopify redirects the old URL to the new one.';
  if (attribute === 'country_of_origin') return 'A country code such as DE or US.';
  if (attribute === 'unit_price') return 'What is sold and the base measure whose price is shown.';
  if (attribute === 'weight') return 'In each variant’s current unit.';
  if (isMoneyAttribute(attribute) && kind === 'set') return 'In each store’s currency.';
  return null;
}
