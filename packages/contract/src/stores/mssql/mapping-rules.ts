import { labelOf } from '../../attributes/attributes.ts';
import { isStock, locationOf } from '../../attributes/stock.ts';
import {
  CUSTOM_TARGET_FIELD,
  type MAPPING_DATA_TYPES,
  MAPPING_TARGET_FIELD_LABELS,
  MAPPING_TARGET_FIELDS,
  type MAPPING_TRANSFORMATIONS,
} from './constants.ts';

/**
 * The rules of a field mapping beyond the types of its fields. Without Zod, so that the web bundle can load
 * it.
 */

export type MappingDataType = (typeof MAPPING_DATA_TYPES)[number];
export type MappingTransformation = (typeof MAPPING_TRANSFORMATIONS)[number];

export type MappingDraft = {
  readonly target_field: string;
  /** Whether a custom field is requested. */
  readonly is_custom?: boolean | undefined;
  readonly data_type: MappingDataType;
  readonly default_value?: string | null | undefined;
  readonly transformation_type: MappingTransformation;
  readonly transformation_config?:
    | { readonly prefix?: string | undefined; readonly suffix?: string | undefined }
    | null
    | undefined;
};

type MappingProblem = {
  readonly path:
    | 'target_field'
    | 'data_type'
    | 'default_value'
    | 'transformation_type'
    | 'transformation_config';
  readonly message: string;
};

/** Targets that only take numbers. */
export const NUMBER_TARGETS: readonly string[] = ['price', 'cost', 'inventory_quantity', 'weight'];
const needsNumber = (target: string) => NUMBER_TARGETS.includes(target) || isStock(target);
/** Targets that only take whole numbers, also negative ones. */
export const isQuantityTarget = (target: string) => target === 'inventory_quantity' || isStock(target);

const labels: Readonly<Record<string, string>> = MAPPING_TARGET_FIELD_LABELS;

/** A target's label on screens, or a custom one's name. */
export function mappingTargetLabel(target: string): string {
  if (isStock(target)) return labelOf(target);
  return Object.hasOwn(labels, target) ? (labels[target] ?? target) : target;
}

/** The column of a mapping, with its table and list unless it is in the store's own table. */
export const mappingSourceLabel = ({
  source_field: column,
  child_table: child,
}: {
  readonly source_field: string;
  readonly child_table?: { readonly name: string; readonly list_value: string } | null | undefined;
}): string => (child ? `${child.name}.${column} (${child.list_value})` : column);

/** Names that differ only in case, spaces or punctuation are the same target. */
export function mappingTargetKey(target: string): string {
  return target
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

/** A custom field is a metafield with this `namespace.key`, derived from its name as Shopify does. */
export const customFieldKey = (target: string): string => `custom.${mappingTargetKey(target) || 'field'}`;

/** True for a target stored as a metafield; false for the stock at a location (`stock.` and its name). */
export function isCustomTarget(target: string): boolean {
  return !isStock(target) && !(MAPPING_TARGET_FIELDS as readonly string[]).includes(target);
}

/** Every rule that a mapping breaks, with the field to show it at. */
export function mappingProblems(mapping: MappingDraft): MappingProblem[] {
  return [
    ...targetProblems(mapping),
    ...dataTypeProblems(mapping),
    ...transformationProblems(mapping),
    ...defaultValueProblems(mapping),
  ];
}

function targetProblems({
  target_field: target,
  is_custom: isCustom = false,
}: MappingDraft): MappingProblem[] {
  const path = 'target_field';
  if (isStock(target)) return locationProblems(locationOf(target), isCustom);
  if (target === CUSTOM_TARGET_FIELD) return [{ path, message: 'A custom target field needs a name.' }];
  // An empty target has its own problem.
  if (target === '' || (!isCustomTarget(target) && !isCustom)) return [];
  const meant = MAPPING_TARGET_FIELDS.find((known) =>
    [known, mappingTargetLabel(known)].some((name) => mappingTargetKey(name) === mappingTargetKey(target)),
  );
  if (meant !== undefined) {
    const message = `Choose the target field ${mappingTargetLabel(meant)} instead of a custom one of that name.`;
    return [{ path, message }];
  }
  if (mappingTargetKey(target) === '')
    return [{ path, message: 'The name of a custom target field needs a letter or a digit.' }];
  if (/\p{Cc}/u.test(target))
    return [{ path, message: 'The name of a custom target field is a single line of text.' }];
  if (target === '__proto__')
    return [{ path, message: 'This name is reserved. Choose another one for the custom target field.' }];
  if (isCustom) return [];
  const known = MAPPING_TARGET_FIELDS.filter((name) => name !== CUSTOM_TARGET_FIELD).join(', ');
  const message = `There is no target field “${target}”: choose one of ${known}, or “stock.” and the name of a location. For a field of that name of its own, ask for a custom one (is_custom).`;
  return [{ path, message }];
}

function locationProblems(location: string, isCustom: boolean): MappingProblem[] {
  const refuse = (message: string): MappingProblem[] => [{ path: 'target_field', message }];
  if (isCustom)
    return refuse('A name that begins with “stock.” stands for stock at a location. Choose another one.');
  if (location.trim() === '') return refuse('Name the location.');
  if (/\p{Cc}/u.test(location)) return refuse('The name of a location is a single line of text.');
  return [];
}

function dataTypeProblems({ target_field: target, data_type: dataType }: MappingDraft): MappingProblem[] {
  if (!needsNumber(target) || dataType === 'number') return [];
  return [{ path: 'data_type', message: `${mappingTargetLabel(target)} needs the data type number.` }];
}

function transformationProblems(mapping: MappingDraft): MappingProblem[] {
  const { target_field: target, transformation_type: type, transformation_config: config } = mapping;
  const label = mappingTargetLabel(target);
  const hasAffix = Boolean(config?.prefix || config?.suffix);
  if (type !== 'concat' && hasAffix) {
    const message = 'A prefix and a suffix go with the transformation concat only.';
    return [{ path: 'transformation_config', message }];
  }
  if (type === 'concat' && needsNumber(target)) {
    return [
      { path: 'transformation_type', message: `${label} is a number: it takes no prefix and no suffix.` },
    ];
  }
  if (type === 'concat' && !hasAffix) {
    return [{ path: 'transformation_config', message: 'Concat needs a prefix, a suffix or both.' }];
  }
  // Different ids must stay different, or two products would become one.
  if (target === 'shopify_id' && type !== 'none' && type !== 'concat') {
    const message = `${label} must stay what it is in the table: choose none or concat.`;
    return [{ path: 'transformation_type', message }];
  }
  return [];
}

function defaultValueProblems(mapping: MappingDraft): MappingProblem[] {
  const { target_field: target, data_type: dataType, default_value: value } = mapping;
  if (value === undefined || value === null || value === '') return [];
  const label = mappingTargetLabel(target);
  const refuse = (message: string): MappingProblem[] => [{ path: 'default_value', message }];
  if (target === 'shopify_id') {
    return refuse(`${label} takes no default value: rows without an id would become one product.`);
  }
  if (dataType === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(value)) return refuse('The default value must be a number, such as 19.90.');
    if (isQuantityTarget(target) && !/^-?\d+(\.0+)?$/.test(value)) {
      return refuse(`The default value of ${label} must be a whole number.`);
    }
    if (needsNumber(target) && !isQuantityTarget(target) && value.startsWith('-')) {
      return refuse(`The default value of ${label} must be at least 0.`);
    }
  }
  if (dataType === 'boolean' && !/^(true|false)$/i.test(value)) {
    return refuse('The default value must be true or false.');
  }
  if (dataType === 'date' && !isDate(value)) {
    return refuse('The default value must be a date, such as 2026-01-31 or 2026-01-31T08:00:00Z.');
  }
  return [];
}

function isDate(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,7})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text.replace(/(\.\d{3})\d+/, '$1')))) return false;
  // Date.parse accepts 31 February as 3 March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
