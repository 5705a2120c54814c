import { declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';

/**
 * Marks a value that was not read yet, as an empty cell would mean that there is none. Importing it changes
 * nothing.
 */
export const NOT_READ = 'Not read yet';

/** In the cells of stock: the location does not stock the variant. */
export const NOT_STOCKED = 'Not stocked';

export const isNotStocked = (cell: string): boolean => cell.toLowerCase() === NOT_STOCKED.toLowerCase();

export const cellOf = (attribute: EditableAttribute, value: AttributeValue): string =>
  value === null ? '' : (declared(attribute).inFile?.[value] ?? value);

/** A cell as a value; unknown cells are unchanged. */
export function valueOfCell(attribute: EditableAttribute, cell: string): string {
  const words = Object.entries(declared(attribute).inFile ?? {});
  return words.find(([, word]) => word.toLowerCase() === cell.toLowerCase())?.[0] ?? cell;
}
