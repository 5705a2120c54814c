import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { customFieldKey, isCustomTarget } from '@storefleet/contract/stores/mssql/mapping-rules';
import {
  type ColumnInfo,
  capacity,
  dataTypeOf,
  decimalsOf,
  isNumber,
  problemOfText,
  rangeOf,
} from './column-types.ts';
import { isBlank, type Mapping } from './field-mapping.ts';
import { readAs } from './field-values.ts';

/** A custom field of a mapping is a metafield of the variant. Its type and limits are those of its column. */

type Placed = { readonly mapping: Mapping; readonly column: ColumnInfo };

/** Text takes the type of its column, unless the mapping makes another text of it. */
export function typedMapping(mapping: Mapping, column: ColumnInfo): Mapping {
  const { target_field: target, data_type: type, default_value: value } = mapping;
  if (!isCustomTarget(target) || type !== 'string' || changesText(mapping)) return mapping;
  const typed = dataTypeOf(column);
  const fits = isBlank(value) || readAs(typed, value) !== null;
  return fits ? { ...mapping, data_type: typed } : mapping;
}

/** Undefined for a target that every store has. */
export function definitionOf({ mapping, column }: Placed): MetafieldDefinition | undefined {
  const { target_field: name } = mapping;
  if (!isCustomTarget(name)) return undefined;
  return {
    owner: 'variant',
    key: customFieldKey(name),
    name,
    type: typeOf(mapping, column),
    validations: limitsOf(mapping, column),
    pinned_position: null,
  };
}

const changesText = ({ transformation_type: type }: Mapping) => type !== 'none' && type !== 'trim';

/** Not among those that are edited: SQL Server would spell these anew. */
const SHOWN_AS_THEY_ARE = ['time', 'xml', 'json'];
/** Of columns that have no length. */
const LONG_TEXTS = ['text', 'ntext'];

function typeOf(mapping: Mapping, column: ColumnInfo): string {
  const { type, maxLength } = column;
  switch (changesText(mapping) ? 'string' : mapping.data_type) {
    case 'number':
      return rangeOf(column) !== null && decimalsOf(column) === 0 ? 'number_integer' : 'number_decimal';
    case 'boolean':
      return 'boolean';
    case 'date':
      return type.includes('datetime') ? 'datetime' : 'date';
    case 'string':
      if (type === 'uniqueidentifier' || SHOWN_AS_THEY_ARE.includes(type)) return type;
      return maxLength < 0 || LONG_TEXTS.includes(type) ? 'multi_line_text_field' : 'single_line_text_field';
  }
}

function limitsOf(mapping: Mapping, column: ColumnInfo): MetafieldDefinition['validations'] {
  const length = capacity(column);
  const holdsEmpty = column.nullable || problemOfText('', column) === null;
  const mayBeEmpty = holdsEmpty && !mapping.is_required && isBlank(mapping.default_value);
  const required: Record<string, string> = mayBeEmpty ? {} : { required: 'true' };
  if (changesText(mapping) || mapping.data_type === 'string') {
    const { prefix = '', suffix = '' } = mapping.transformation_config ?? {};
    return length === null ? required : { ...required, max: `${length + prefix.length + suffix.length}` };
  }
  if (mapping.data_type !== 'number' || !isNumber(column)) return required;
  const decimals = decimalsOf(column);
  return {
    ...required,
    ...rangeOf(column),
    ...(decimals > 0 && Number.isFinite(decimals) && { max_precision: `${decimals}` }),
  };
}
