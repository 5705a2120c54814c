import { isPlainAttribute } from '@storefleet/contract/attributes/attributes';
import type {
  MAPPING_TARGET_FIELDS,
  MAPPING_TRANSFORMATIONS,
} from '@storefleet/contract/stores/mssql/constants';
import {
  isCustomTarget,
  isQuantityTarget,
  mappingTargetLabel,
} from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { canonicalValue } from '@storefleet/contract/values/attribute-value';
import { problemOf } from '@storefleet/contract/values/plain-problem';
import { readAs } from './field-values.ts';

/**
 * Converts a column's value for the catalogue, and back. The order is always: the default value if the column
 * is empty, the data type, the transformation, then what the target accepts.
 */

/** The part of a field mapping that concerns values. */
export type Mapping = Omit<FieldMapping, 'id' | 'store_id' | 'is_generated' | 'is_custom'>;

export type TargetField = Exclude<(typeof MAPPING_TARGET_FIELDS)[number], 'custom'>;

/** Empty or blank text counts as nothing, like NULL. A problem is a sentence. */
type Mapped =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly problem: string };

const INTEGER_RANGE = { min: -2_147_483_648, max: 2_147_483_647 };
const SHOWN_CHARACTERS = 60;

const WEIGHT_UNITS: ReadonlyMap<string, string> = new Map([
  ...['kgs', 'kilogram', 'kilograms'].map((word) => [word, 'kg'] as const),
  ...['gram', 'grams'].map((word) => [word, 'g'] as const),
  ...['lbs', 'pound', 'pounds'].map((word) => [word, 'lb'] as const),
  ...['ounce', 'ounces'].map((word) => [word, 'oz'] as const),
]);

export function targetLabel(target: string): string {
  return isCustomTarget(target) ? `“${target}”` : mappingTargetLabel(target);
}

/** `column` is the column's value as exact text. */
export function mapValue(column: string | null, mapping: Mapping): Mapped {
  const isId = mapping.target_field === 'shopify_id';
  const raw = column === null || isId ? column : storable(column);
  const text = isBlank(raw) ? mapping.default_value : raw;
  if (isBlank(text)) {
    if (!mapping.is_required) return { ok: true, value: null };
    return problem(
      `The column “${mapping.source_field}” is empty, and ${targetLabel(mapping.target_field)} is required.`,
    );
  }
  // Two ids that a data type or the catalogue would spell alike must stay distinct.
  if (isId) return { ok: true, value: transform(text, mapping) };
  const typed = readAs(mapping.data_type, text);
  if (typed === null)
    return problem(`${whereIs(raw, text, mapping)} is not ${TYPE_NAMES[mapping.data_type]}.`);
  const transformed = transform(typed, mapping);
  if (isPlainAttribute(mapping.target_field)) {
    const refusal = problemOf(mapping.target_field, transformed);
    if (refusal === null) return { ok: true, value: canonicalValue(mapping.target_field, transformed) };
    return problem(`${whereIs(raw, text, mapping)} cannot be read: ${refusal}`);
  }
  const value = asTarget(transformed, mapping.target_field);
  if (value !== null) return { ok: true, value };
  const wanted = isQuantityTarget(mapping.target_field) ? 'a whole number' : 'a number';
  return problem(
    `${whereIs(raw, text, mapping)} is not ${wanted}, and ${targetLabel(mapping.target_field)} has to be one.`,
  );
}

const TYPE_NAMES: Readonly<Record<Mapping['data_type'], string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
};

type Transform = (text: string, config: Mapping['transformation_config']) => string;

const TRANSFORMS: Readonly<Record<(typeof MAPPING_TRANSFORMATIONS)[number], Transform>> = {
  none: (text) => text,
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
  concat: (text, config) => `${config?.prefix ?? ''}${text}${config?.suffix ?? ''}`,
};

function transform(text: string, mapping: Mapping): string {
  return TRANSFORMS[mapping.transformation_type](text, mapping.transformation_config);
}

/** Drops what PostgreSQL cannot store: U+0000, and lone surrogates. */
export function storable(text: string): string {
  const isStorable = !text.includes('\0') && text.isWellFormed();
  return isStorable ? text : text.replaceAll('\0', '').toWellFormed();
}

/** Null if it is not a number the target accepts. */
function asTarget(text: string, target: string): string | null {
  if (isQuantityTarget(target)) return wholeNumber(text);
  switch (target as TargetField) {
    case 'price':
    case 'cost':
      return readAs('money', text);
    case 'weight':
      return readAs('number', text);
    case 'status':
      return text.trim().toLowerCase();
    case 'weight_unit': {
      const unit = text.trim().toLowerCase();
      return WEIGHT_UNITS.get(unit) ?? unit;
    }
    default:
      return text;
  }
}

function wholeNumber(text: string): string | null {
  const quantity = readAs('number', text);
  const isWhole = quantity !== null && !quantity.includes('.');
  const fits = Number(quantity) >= INTEGER_RANGE.min && Number(quantity) <= INTEGER_RANGE.max;
  return isWhole && fits ? quantity : null;
}

function whereIs(raw: string | null, text: string, mapping: Mapping): string {
  return isBlank(raw)
    ? `The default value ${quote(text)} of ${targetLabel(mapping.target_field)}`
    : `${quote(text)} in the column “${mapping.source_field}”`;
}

/**
 * The reverse: what the column must hold so that `value` is read. `arriving` is what will be read, which an
 * irreversible transformation may spell differently.
 */
type Unmapped =
  | { readonly ok: true; readonly raw: string | null; readonly arriving: string | null }
  | { readonly ok: false; readonly problem: string };

export function unmapValue(value: string | null, mapping: Mapping): Unmapped {
  const label = targetLabel(mapping.target_field);
  if (isBlank(value)) {
    if (mapping.is_required)
      return problem(`${label} is required by its field mapping: it cannot be emptied.`);
    if (!isBlank(mapping.default_value)) {
      return problem(
        `${label} cannot be emptied: its field mapping reads an empty column as ${quote(mapping.default_value)}.`,
      );
    }
    return { ok: true, raw: null, arriving: null };
  }
  const raw = mapping.transformation_type === 'concat' ? withoutConcat(value, mapping) : value;
  if (raw === null) {
    const { prefix = '', suffix = '' } = mapping.transformation_config ?? {};
    const parts = [prefix && `begins with ${quote(prefix)}`, suffix && `ends with ${quote(suffix)}`].filter(
      (part) => part !== '',
    );
    return problem(
      `${quote(value)} cannot be written to the column “${mapping.source_field}”: by the field mapping each ${label} ${parts.join(' and ')}, with something besides.`,
    );
  }
  const arriving = mapValue(raw, mapping);
  return arriving.ok ? { ok: true, raw, arriving: arriving.value } : arriving;
}

/** Null if the value is not the prefix, something, and the suffix. */
export function withoutConcat(value: string, mapping: Mapping): string | null {
  const { prefix = '', suffix = '' } = mapping.transformation_config ?? {};
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return null;
  const raw = value.slice(prefix.length, value.length - suffix.length);
  return prefix.length + suffix.length > value.length || isBlank(raw) ? null : raw;
}

export function quote(text: string): string {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `“${storable(shown)}”`;
}

export function isBlank(text: string | null): text is null {
  return text === null || text.trim() === '';
}

function problem(sentence: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: sentence };
}
