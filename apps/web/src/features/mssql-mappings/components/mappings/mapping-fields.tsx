import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  CUSTOM_TARGET_FIELD,
  DEFAULT_MAPPING_DATA_TYPE,
  MAPPING_DATA_TYPES,
  MAPPING_TARGET_FIELD_LABELS,
  MAPPING_TARGET_FIELDS,
  MAPPING_TRANSFORMATIONS,
} from '@storefleet/contract/stores/mssql/constants';
import type { FieldMapping, TableSchemaColumn } from '@storefleet/contract/stores/mssql/mssql';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { type Fields, verbatim } from '../../../../components/form/use-draft.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { mssqlTablesQuery } from '../../../stores/api/queries.ts';
import { tableSchemaQuery } from '../../api/queries.ts';
import {
  type MappingFormField,
  type MappingFormValues,
  type MappingSource,
  STOCK_TARGET,
  takenBy,
} from '../../mapping-form.ts';
import classes from './mapping-editor.module.css';

/** A target has 128 characters. */
const MAX_LOCATION_LENGTH = 122;
/** Any beyond this are found by typing. */
const COLUMNS_SHOWN = 100;

type Props = {
  fields: Fields<MappingFormField>;
  values: MappingFormValues;
  source: MappingSource;
  edited: FieldMapping | null;
  onTarget: (target: string) => void;
};

export function MappingFields({ fields, values, source, edited, onTarget }: Props) {
  const child = useChildTable(source.storeId, values);
  const columns = values.is_child ? child.columns : source.columns;
  const table = values.is_child ? values.child_name.trim() : source.table;
  return (
    <div className={classes.grid}>
      <Checkbox
        className={classes.wide}
        description="Such as a price of each list or the stock of each warehouse."
        {...fields.tick('is_child')}
      />
      {values.is_child && <ChildFields fields={fields} tables={child.tables} columns={columns} />}
      <SourceInput field={fields.text('source_field')} table={table} columns={columns} />
      <NativeSelect
        {...fields.text('target_field')}
        required
        onChange={(event) => onTarget(event.currentTarget.value)}
      >
        <option value="" disabled hidden>
          Choose a field
        </option>
        {MAPPING_TARGET_FIELDS.map((target) => (
          <Fragment key={target}>
            {target === CUSTOM_TARGET_FIELD && <option value={STOCK_TARGET}>Stock at a location</option>}
            {targetOption(target, source.mappings, edited)}
          </Fragment>
        ))}
      </NativeSelect>
      {values.target_field === CUSTOM_TARGET_FIELD && (
        <TextInput {...verbatim} required maxLength={128} {...fields.text('custom_name')} />
      )}
      {values.target_field === STOCK_TARGET && (
        <TextInput
          {...verbatim}
          required
          maxLength={MAX_LOCATION_LENGTH}
          description="Such as Main street. Stores share locations by name."
          {...fields.text('location')}
        />
      )}
      <NativeSelect
        data={[...MAPPING_DATA_TYPES]}
        description={
          values.target_field === CUSTOM_TARGET_FIELD &&
          values.data_type === DEFAULT_MAPPING_DATA_TYPE &&
          'Numbers, dates and yes or no keep the type of their column.'
        }
        {...fields.text('data_type')}
      />
      <TextInput
        {...verbatim}
        maxLength={1_000}
        description="Used where the column is empty."
        {...fields.text('default_value')}
      />
      <NativeSelect data={[...MAPPING_TRANSFORMATIONS]} {...fields.text('transformation_type')} />
      {values.transformation_type === 'concat' && (
        <>
          <TextInput {...verbatim} maxLength={255} description="Added in front." {...fields.text('prefix')} />
          <TextInput
            {...verbatim}
            maxLength={255}
            description="Added at the end."
            {...fields.text('suffix')}
          />
        </>
      )}
      <Checkbox
        className={classes.required}
        description="Rows without a value are skipped."
        {...fields.tick('is_required')}
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
    <option value={target} disabled={column !== null}>
      {column === null ? label : `${label} (filled from ${column})`}
    </option>
  );
}

/** The tables there are, and the columns of the one that is named. */
function useChildTable(storeId: string, { is_child: isChild, child_name: name }: MappingFormValues) {
  const api = useApi();
  const tables = useQuery({ ...mssqlTablesQuery(api, storeId), enabled: isChild, retry: false });
  const names = (tables.data ?? []).map(({ qualified_name: each }) => each);
  const isKnown = isChild && names.includes(name.trim());
  const schema = useQuery({ ...tableSchemaQuery(api, storeId, name.trim()), enabled: isKnown });
  return { tables: names, columns: (isKnown && schema.data) || null };
}

type ChildProps = {
  fields: Fields<MappingFormField>;
  tables: readonly string[];
  columns: readonly TableSchemaColumn[] | null;
};

/** Where in another table a row of the store has its value. */
function ChildFields({ fields, tables, columns }: ChildProps) {
  const names = (columns ?? []).map(({ column_name: name }) => name);
  const suggesting = {
    ...verbatim,
    required: true,
    limit: COLUMNS_SHOWN,
    openOnFocus: false,
    withScrollArea: false,
    classNames: { input: 'code', options: classes.options },
    comboboxProps: { withinPortal: false, middlewares: { flip: false } },
  };
  return (
    <>
      <Autocomplete {...suggesting} data={[...tables]} {...fields.text('child_name')} />
      <TextInput
        {...verbatim}
        required
        description="They hold the primary key of the store’s table; several with commas."
        {...fields.text('key_columns')}
      />
      <Autocomplete
        {...suggesting}
        description="Such as PriceList or Warehouse."
        data={names}
        {...fields.text('list_column')}
      />
      <TextInput
        {...verbatim}
        required
        maxLength={255}
        description="What it holds in the rows to read, such as Retail."
        {...fields.text('list_value')}
      />
      <Autocomplete
        {...suggesting}
        required={false}
        description="For syncs of changes; if empty, the table’s rowversion."
        data={names}
        {...fields.text('child_change_column')}
      />
    </>
  );
}

type SourceProps = {
  field: ReturnType<Fields<'source_field'>['text']>;
  table: string | null;
  columns: readonly TableSchemaColumn[] | null;
};

/** The column as free text, with suggestions from the table. */
function SourceInput({ field, table, columns }: SourceProps) {
  const byName = new Map((columns ?? []).map((column) => [column.column_name, column]));
  return (
    <Autocomplete
      {...verbatim}
      {...field}
      required
      maxLength={128}
      classNames={{ input: 'code', options: classes.options }}
      description={remarkOn(field.value, table, columns)}
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
    return isOnTheWay ? undefined : `${table} has no column with this name.`;
  }
  if (!column.is_readable) return `${column.data_type}: holds no text, number or date.`;
  return `${column.data_type}${column.is_nullable ? ', may be empty' : ''}`;
}
