import { NativeSelect, Select, Textarea, TextInput } from '@mantine/core';
import { declared } from '@storefleet/contract/attributes/attributes';
import { PRICE_STEP } from '@storefleet/contract/constants';
import { stepDecimal } from '@storefleet/contract/values/money/decimal';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { readNumber } from '../../../../lib/format/read-amount.ts';
import { channelsQuery, manualCollectionsQuery } from '../../../batches/queries.ts';
import { CategoryInput } from '../../../categories/category-input.tsx';
import type { KnownMetafield } from '../../../metafields/known-metafields.ts';
import { sharedDefinition } from '../../../metafields/metafield-choice.ts';
import { MetafieldInput } from '../../../metafields/metafield-input.tsx';
import { type BulkAction, CHANNEL, COLLECTION, valueKindOf } from '../../bulk-action.ts';
import classes from './action-fields.module.css';

type ValueProps = {
  action: BulkAction;
  metafield: KnownMetafield | undefined;
  error: string | null;
  onChange: (value: string) => void;
};

/** The value, by what the attribute takes. */
export function ValueField({ action, metafield, error, onChange }: ValueProps) {
  if (metafield) {
    return (
      <MetafieldInput
        className={classes.value}
        label="Value"
        error={error}
        definition={sharedDefinition(metafield)}
        text={action.value}
        blank="Choose a value"
        onType={onChange}
      />
    );
  }
  const own = { category: CategoryField, [COLLECTION]: CollectionField, [CHANNEL]: ChannelField };
  const Field = own[action.attribute as keyof typeof own] ?? NamedValueField;
  return <Field action={action} error={error} onChange={onChange} />;
}

type FieldProps = Omit<ValueProps, 'metafield'>;

function CategoryField({ action, error, onChange }: FieldProps) {
  return (
    <CategoryInput
      className={classes.value}
      label="Value"
      value={action.value}
      error={error}
      onType={onChange}
    />
  );
}

/** Titles of several collections may be alike, their handles are not. */
function CollectionField({ action, error, onChange }: FieldProps) {
  const query = useQuery(manualCollectionsQuery(useApi()));
  return (
    <Select
      className={classes.value}
      label="Collection"
      placeholder="Choose one"
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

function ChannelField({ action, error, onChange }: FieldProps) {
  const query = useQuery(channelsQuery(useApi()));
  return (
    <Select
      className={classes.value}
      label="Channel"
      placeholder="Choose one"
      data={(query.data ?? []).map(({ name }) => name)}
      searchable
      nothingFoundMessage={query.isPending ? 'Loading' : 'No such channel'}
      value={action.value || null}
      error={error ?? (query.error ? 'The sales channels could not be listed.' : null)}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

function NamedValueField({ action, error, onChange }: FieldProps) {
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
  if (kind === 'html') {
    const label = action.kind === 'replace' ? 'Replace with' : 'Text';
    return (
      <Textarea
        className={classes.value}
        label={label}
        placeholder={label}
        value={action.value}
        error={error}
        autosize
        maxRows={8}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = kind === 'money' || kind === 'weight';
  const inputMode = isNumber ? 'decimal' : kind === 'quantity' ? 'numeric' : 'text';
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
      inputMode={inputMode}
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
  unit_price: '750 ml / 1 l',
};

function placeholderOf({ attribute, kind, unit }: BulkAction): string {
  if (valueKindOf(attribute) === 'quantity') return '5';
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
