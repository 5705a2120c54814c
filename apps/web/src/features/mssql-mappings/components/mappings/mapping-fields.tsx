import { Autocomplete, Checkbox, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import {
  CUSTOM_TARGET_FIELD,
  MAPPING_DATA_TYPES,
  MAPPING_TARGET_FIELD_LABELS,
  MAPPING_TARGET_FIELDS,
  MAPPING_TRANSFORMATIONS,
} from '@storefleet/contract/constants';
import type { FieldMapping, TableSchemaColumn } from '@storefleet/contract/stores/mssql';
import type { ReactNode } from 'react';
import type { MappingSource } from '../../mapping-form.ts';
import {
  type MappingFormField,
  type MappingFormValues,
  type MappingRemarks,
  takenBy,
  withTarget,
} from '../../mapping-form.ts';
import classes from './mapping-editor.module.css';

/** More are found by typing. */
const COLUMNS_SHOWN = 100;

const plain = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies TextInputProps;

type Props = {
  values: MappingFormValues;
  remarks: MappingRemarks;
  source: MappingSource;
  edited: FieldMapping | null;
  onChange: (values: MappingFormValues) => void;
};

export function MappingFields({ values, remarks, source, edited, onChange }: Props) {
  const set = (part: Partial<MappingFormValues>) => onChange({ ...values, ...part });
  const text = (field: MappingFormField & ('custom_name' | 'default_value' | 'prefix' | 'suffix')) => ({
    ...plain,
    name: field,
    value: values[field],
    error: remarks[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [field]: event.currentTarget.value }),
  });
  return (
    <div className={classes.grid}>
      <SourceInput
        value={values.source_field}
        error={remarks.source_field}
        source={source}
        onChange={(source_field) => set({ source_field })}
      />
      <NativeSelect
        label="Target field"
        name="target_field"
        required
        value={values.target_field}
        error={remarks.target_field}
        onChange={(event) => onChange(withTarget(values, event.currentTarget.value))}
      >
        <option value="" disabled hidden>
          Choose a field
        </option>
        {MAPPING_TARGET_FIELDS.map((target) => targetOption(target, source.mappings, edited))}
      </NativeSelect>
      {values.target_field === CUSTOM_TARGET_FIELD && (
        <TextInput label="Name of the custom field" required maxLength={128} {...text('custom_name')} />
      )}
      <NativeSelect
        label="Data type"
        name="data_type"
        data={[...MAPPING_DATA_TYPES]}
        value={values.data_type}
        error={remarks.data_type}
        onChange={(event) => set({ data_type: event.currentTarget.value as MappingFormValues['data_type'] })}
      />
      <TextInput
        label="Default value"
        maxLength={1_000}
        description="Used where the column is empty."
        {...text('default_value')}
      />
      <NativeSelect
        label="Transformation"
        name="transformation_type"
        data={[...MAPPING_TRANSFORMATIONS]}
        value={values.transformation_type}
        error={remarks.transformation_type}
        onChange={(event) =>
          set({
            transformation_type: event.currentTarget.value as MappingFormValues['transformation_type'],
          })
        }
      />
      {values.transformation_type === 'concat' && (
        <>
          <TextInput label="Prefix" maxLength={255} description="Put in front." {...text('prefix')} />
          <TextInput label="Suffix" maxLength={255} description="Put behind." {...text('suffix')} />
        </>
      )}
      <Checkbox
        className={classes.required}
        name="is_required"
        label="Required"
        description="Rows without a value are skipped."
        checked={values.is_required}
        error={remarks.is_required}
        onChange={(event) => set({ is_required: event.currentTarget.checked })}
      />
    </div>
  );
}

function targetOption(
  target: (typeof MAPPING_TARGET_FIELDS)[number],
  mappings: readonly FieldMapping[],
  edited: FieldMapping | null,
): ReactNode {
  const column = takenBy(target, mappings, edited);
  const label = MAPPING_TARGET_FIELD_LABELS[target];
  return (
    <option key={target} value={target} disabled={column !== null}>
      {column === null ? label : `${label} (filled from ${column})`}
    </option>
  );
}

type SourceProps = {
  value: string;
  error: string | undefined;
  source: MappingSource;
  onChange: (column: string) => void;
};

/** The column as free text, with those of the table to choose from. */
function SourceInput({ value, error, source: { table, columns }, onChange }: SourceProps) {
  const byName = new Map((columns ?? []).map((column) => [column.column_name, column]));
  return (
    <Autocomplete
      {...plain}
      label="Source column"
      name="source_field"
      required
      maxLength={128}
      classNames={{ input: 'code', options: classes.options }}
      description={remarkOn(value, table, columns)}
      error={error}
      limit={COLUMNS_SHOWN}
      openOnFocus={false}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false, middlewares: { flip: false } }}
      data={[...byName.values()].map(({ column_name: name, is_readable: isReadable }) => ({
        value: name,
        label: name,
        disabled: !isReadable,
      }))}
      filter={({ options, search, limit }) => {
        const wanted = search.trim().toLowerCase();
        if (byName.has(search)) return options;
        return options
          .filter((option) => 'label' in option && option.label.toLowerCase().includes(wanted))
          .slice(0, limit);
      }}
      renderOption={({ option }) => {
        const column = byName.get(option.value);
        return (
          <span className={classes.option}>
            <span className="code">{option.value}</span>
            <span className={classes.type}>
              {column?.data_type}
              {column && !column.is_readable && ', not readable'}
            </span>
          </span>
        );
      }}
      value={value}
      onChange={onChange}
    />
  );
}

function remarkOn(
  value: string,
  table: string | null,
  columns: readonly TableSchemaColumn[] | null,
): string | undefined {
  const name = value.trim().toLowerCase();
  if (name === '' || columns === null) return undefined;
  const column = columns.find(({ column_name: other }) => other.toLowerCase() === name);
  if (!column) {
    const isOnTheWay = columns.some(({ column_name: other }) => other.toLowerCase().includes(name));
    return isOnTheWay ? undefined : `${table} has no column of this name.`;
  }
  if (!column.is_readable) return `${column.data_type}: holds no text, number or date.`;
  return `${column.data_type}${column.is_nullable ? ', may be empty' : ''}`;
}
