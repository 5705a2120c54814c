import { isStock, locationOf, stockAt } from '@storefleet/contract/attributes/stock';
import {
  CUSTOM_TARGET_FIELD,
  DEFAULT_MAPPING_DATA_TYPE,
  MAPPING_TARGET_FIELDS,
} from '@storefleet/contract/stores/mssql/constants';
import {
  type MappingDataType,
  type MappingTransformation,
  mappingProblems,
  mappingTargetKey,
} from '@storefleet/contract/stores/mssql/mapping-rules';
import type {
  FieldMapping,
  FieldMappingInput,
  TableSchemaColumn,
} from '@storefleet/contract/stores/mssql/mssql';

/** Options of a mapping. */
export type MappingSource = {
  storeId: string;
  table: string | null;
  /** Null until loaded. */
  columns: readonly TableSchemaColumn[] | null;
  mappings: readonly FieldMapping[];
};

/** The stock at a location, which has an input of its own. */
export const STOCK_TARGET = 'stock';

/** Form state of a mapping. */
export type MappingFormValues = {
  source_field: string;
  /** A target field, `custom` or `stock`; empty before a choice. */
  target_field: string;
  custom_name: string;
  location: string;
  data_type: MappingDataType;
  is_required: boolean;
  default_value: string;
  transformation_type: MappingTransformation;
  prefix: string;
  suffix: string;
  /** Whether the column is one of another table. */
  is_child: boolean;
  child_name: string;
  /** Separated by commas. */
  key_columns: string;
  list_column: string;
  list_value: string;
  child_change_column: string;
};

export type MappingFormField = keyof MappingFormValues;
type MappingRemarks = Partial<Record<MappingFormField, string>>;

export const mappingLabels: Record<MappingFormField, string> = {
  source_field: 'Source column',
  target_field: 'Target field',
  custom_name: 'Name of the custom field',
  location: 'Location',
  data_type: 'Data type',
  is_required: 'Required',
  default_value: 'Default value',
  transformation_type: 'Transformation',
  prefix: 'Prefix',
  suffix: 'Suffix',
  is_child: 'In another table',
  child_name: 'Table',
  key_columns: 'Key columns',
  list_column: 'Column of the list',
  list_value: 'List',
  child_change_column: 'Find changed rows by',
};

export const blankMapping: MappingFormValues = {
  source_field: '',
  target_field: '',
  custom_name: '',
  location: '',
  data_type: DEFAULT_MAPPING_DATA_TYPE,
  is_required: false,
  default_value: '',
  transformation_type: 'none',
  prefix: '',
  suffix: '',
  is_child: false,
  child_name: '',
  key_columns: '',
  list_column: '',
  list_value: '',
  child_change_column: '',
};

const choices: readonly string[] = MAPPING_TARGET_FIELDS;

export function formOf(mapping: FieldMapping): MappingFormValues {
  return {
    source_field: mapping.source_field,
    ...targetFormOf(mapping.target_field),
    data_type: mapping.data_type,
    is_required: mapping.is_required,
    default_value: mapping.default_value ?? '',
    transformation_type: mapping.transformation_type,
    prefix: mapping.transformation_config?.prefix ?? '',
    suffix: mapping.transformation_config?.suffix ?? '',
    is_child: mapping.child_table !== null,
    child_name: mapping.child_table?.name ?? '',
    key_columns: mapping.child_table?.key_columns.join(', ') ?? '',
    list_column: mapping.child_table?.list_column ?? '',
    list_value: mapping.child_table?.list_value ?? '',
    child_change_column: mapping.child_table?.change_column ?? '',
  };
}

function targetFormOf(target: string) {
  if (isStock(target)) return { target_field: STOCK_TARGET, custom_name: '', location: locationOf(target) };
  const isKnown = choices.includes(target);
  return {
    target_field: isKnown ? target : CUSTOM_TARGET_FIELD,
    custom_name: isKnown ? '' : target,
    location: '',
  };
}

/** Request body. Prefix and suffix stay in the form and are sent with concat only. */
export function toMappingInput(values: MappingFormValues): FieldMappingInput {
  const isCustom = values.target_field === CUSTOM_TARGET_FIELD;
  const { prefix, suffix } = values;
  const changeColumn = values.child_change_column.trim();
  return {
    source_field: values.source_field.trim(),
    target_field: targetIn(values),
    is_custom: isCustom && values.custom_name.trim() !== '',
    data_type: values.data_type,
    is_required: values.is_required,
    default_value: values.default_value.trim() || null,
    transformation_type: values.transformation_type,
    transformation_config: values.transformation_type === 'concat' ? { prefix, suffix } : null,
    child_table: values.is_child
      ? {
          name: values.child_name.trim(),
          key_columns: values.key_columns
            .split(',')
            .map((column) => column.trim())
            .filter((column) => column !== ''),
          list_column: values.list_column.trim(),
          list_value: values.list_value.trim(),
          ...(changeColumn !== '' && { change_column: changeColumn }),
        }
      : null,
  };
}

function targetIn({ target_field: target, custom_name: name, location }: MappingFormValues): string {
  if (target === STOCK_TARGET) return stockAt(location.trim());
  return (target === CUSTOM_TARGET_FIELD && name.trim()) || target;
}

const CHILD_FIELDS = ['child_name', 'key_columns', 'list_column', 'list_value'] as const;

export function mappingRemarks(values: MappingFormValues): MappingRemarks {
  const remarks: MappingRemarks = {};
  if (values.source_field.trim() === '') remarks.source_field = 'Source field is required.';
  for (const field of values.is_child ? CHILD_FIELDS : []) {
    if (values[field].trim() === '') remarks[field] = `${mappingLabels[field]} is required.`;
  }
  if (values.target_field === '') return { ...remarks, target_field: 'Target field is required.' };
  for (const { path, message } of mappingProblems(toMappingInput(values))) {
    remarks[fieldOf(path, values) ?? 'target_field'] ??= message;
  }
  return remarks;
}

/** Input for a path of the server's error; null if none. */
export function fieldOf(path: string, values: MappingFormValues): MappingFormField | null {
  if (path === 'target_field') {
    if (values.target_field === STOCK_TARGET) return 'location';
    return values.target_field === CUSTOM_TARGET_FIELD ? 'custom_name' : 'target_field';
  }
  if (path === 'transformation_config.suffix') return 'suffix';
  if (path.startsWith('transformation_config')) {
    return values.transformation_type === 'concat' ? 'prefix' : 'transformation_type';
  }
  if (path.startsWith('child_table.')) {
    const [, name = ''] = path.split('.');
    if (name === 'change_column') return 'child_change_column';
    return name === 'name' ? 'child_name' : (CHILD_FIELDS.find((field) => field === name) ?? 'child_name');
  }
  return Object.hasOwn(blankMapping, path) ? (path as MappingFormField) : null;
}

/** The values with another target, and its data type if the target implies one. */
export function withTarget(values: MappingFormValues, target: string): MappingFormValues {
  const isLeft = needsNumber(values.target_field) && values.data_type === 'number';
  const dataType = needsNumber(target) ? 'number' : isLeft ? DEFAULT_MAPPING_DATA_TYPE : values.data_type;
  return { ...values, target_field: target, data_type: dataType };
}

function needsNumber(target: string): boolean {
  const draft = toMappingInput({ ...blankMapping, target_field: target });
  return mappingProblems(draft).some(({ path }) => path === 'data_type');
}

export function isSameMapping(one: MappingFormValues, other: MappingFormValues): boolean {
  return JSON.stringify(toMappingInput(one)) === JSON.stringify(toMappingInput(other));
}

/** Column of another mapping that already fills the target; null if it is free. */
export function takenBy(
  target: string,
  mappings: readonly FieldMapping[],
  edited: FieldMapping | null,
): string | null {
  if (target === CUSTOM_TARGET_FIELD || target === STOCK_TARGET) return null;
  const key = mappingTargetKey(target);
  const other = mappings.find(
    ({ id, target_field }) => id !== edited?.id && mappingTargetKey(target_field) === key,
  );
  return other?.source_field ?? null;
}
