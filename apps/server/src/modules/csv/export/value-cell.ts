import { declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isNumberField, type MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { type AttributeValue, isAmount } from '@storefleet/contract/values/attribute-value';
import type { Cell } from './csv-writer.ts';

/** The value of an attribute, as a number if that is what it is. `definition`: of a metafield. */
export function valueCell(
  attribute: EditableAttribute,
  value: AttributeValue | undefined,
  definition: MetafieldDefinition | undefined,
): Cell {
  const { kind } = declared(attribute);
  const isNumber =
    isAmount(attribute) || kind === 'weight' || kind === 'quantity' || isNumberField(definition);
  return isNumber ? { number: value ?? null } : { text: value ?? null };
}
