import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { declared, LISTED_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import {
  EDITABLE_ATTRIBUTE_LABELS,
  MONEY_ATTRIBUTES,
  PRICE_ROUNDINGS,
  PRICE_STEP,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { stepDecimal } from '@storefleet/contract/values/decimal';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { readNumber } from '../../../../lib/format/read-amount.ts';
import { storesQuery } from '../../../stores/api/queries.ts';
import { manualCollectionsQuery } from '../../api/queries.ts';
import {
  type ActionKind,
  actionKindsOf,
  type BulkAction,
  COLLECTION,
  canUpdateBoth,
  valueKindOf,
  withAttribute,
} from '../../bulk-action.ts';
import classes from './action-fields.module.css';

type Props = {
  action: BulkAction;
  onChange: (action: BulkAction) => void;
  /** Error about the typed value. */
  error: string | null;
};

const kindLabels: Record<ActionKind, string> = {
  set: 'Set to',
  add: 'Add',
  remove: 'Remove',
  increase: 'Increase by',
  decrease: 'Decrease by',
  clear: 'Clear the value',
};

const collectionLabels: Partial<Record<ActionKind, string>> = { add: 'Add to', remove: 'Remove from' };

function labelOf(kind: ActionKind, attribute: BulkAction['attribute']): string {
  if (attribute === COLLECTION) return collectionLabels[kind] ?? kindLabels[kind];
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
export function ActionFields({ action, onChange, error }: Props) {
  const stores = useQuery(storesQuery(useApi())).data ?? [];
  const hasCollections = stores.some(({ reads_collections }) => reads_collections);
  const kinds = actionKindsOf(action.attribute);
  const isChange = action.kind === 'increase' || action.kind === 'decrease';
  const change = (part: Partial<BulkAction>) => onChange({ ...action, ...part });
  return (
    <>
      <NativeSelect
        className={classes.attribute}
        label="Attribute"
        value={action.attribute}
        data={[
          ...LISTED_ATTRIBUTES.map((value) => ({ value, label: EDITABLE_ATTRIBUTE_LABELS[value] })),
          ...(hasCollections ? [{ value: COLLECTION, label: 'Collections' }] : []),
        ]}
        onChange={(event) => {
          const attribute = [...LISTED_ATTRIBUTES, COLLECTION].find(
            (name) => name === event.currentTarget.value,
          );
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
      {action.attribute === COLLECTION && (
        <CollectionField action={action} error={error} onChange={(value) => change({ value })} />
      )}
      {action.kind !== 'clear' && action.attribute !== COLLECTION && (
        <ValueField action={action} error={error} onChange={(value) => change({ value })} />
      )}
      {isChange && <ChangeFields action={action} change={change} />}
    </>
  );
}

type ValueProps = { action: BulkAction; error: string | null; onChange: (value: string) => void };

/** Titles of several collections may be alike, their handles are not. */
function CollectionField({ action, error, onChange }: ValueProps) {
  const query = useQuery(manualCollectionsQuery(useApi()));
  return (
    <Select
      className={classes.value}
      label="Collection"
      placeholder="Choose a collection"
      data={(query.data ?? []).map(({ handle, title }) => ({ value: handle, label: title }))}
      searchable
      limit={100}
      nothingFoundMessage={query.isPending ? 'Loading' : 'No such manual collection'}
      value={action.value || null}
      error={error ?? (query.error ? 'The collections could not be listed.' : null)}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

function ValueField({ action, error, onChange }: ValueProps) {
  const kind = valueKindOf(action.attribute);
  if (kind === 'choice') {
    return (
      <NativeSelect
        className={classes.value}
        label="Value"
        value={action.value}
        data={[
          { value: '', label: 'Choose a value' },
          ...Object.entries(declared(action.attribute).choices ?? {}).map(([value, label]) => ({
            value,
            label,
          })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = kind === 'money' || kind === 'weight';
  /** Arrow keys step like a number field, which itself would silently read 12,50 as 1250. */
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || !isNumber) return;
    const typed = readNumber(action.value.trim() || '0');
    const next = typed.ok ? stepDecimal(typed.value, PRICE_STEP, direction) : null;
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <TextInput
      className={classes.value}
      label="Value"
      placeholder={placeholderOf(action)}
      value={action.value}
      error={error}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      onKeyDown={step}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const EXAMPLES: Partial<Record<BulkAction['attribute'], string>> = {
  hs_code: '610910',
  country_of_origin: 'PT',
};

function placeholderOf({ attribute, kind, unit }: BulkAction): string {
  if (kind === 'increase' || kind === 'decrease') return unit === 'percent' ? '10' : '2.50';
  switch (valueKindOf(attribute)) {
    case 'money':
      return '19.90';
    case 'weight':
      return '0.5';
    case 'tags':
      return 'summer, sale';
    case 'text':
      return EXAMPLES[attribute] ?? '';
    default:
      return '';
  }
}

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

export function UpdateBoth({ action, onChange }: Omit<Props, 'error'>) {
  const possible = canUpdateBoth(action.attribute);
  return (
    <Checkbox
      size="xs"
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

/** Hint about what an action does to current values, if useful. */
export function hintOf({ attribute, kind }: BulkAction): string | null {
  if (kind === 'clear') return null;
  if (attribute === COLLECTION) return 'In each store that has a manual collection of this handle.';
  if (attribute === 'tags') return tagHints[kind as keyof typeof tagHints];
  if (attribute === 'handle') return 'Shopify redirects the old URL to the new one.';
  if (attribute === 'country_of_origin') return 'A country code such as DE or US.';
  if (attribute === 'weight') return 'In each variant’s current unit.';
  if (isMoneyAttribute(attribute) && kind === 'set') return 'In the currency of each store.';
  return null;
}
