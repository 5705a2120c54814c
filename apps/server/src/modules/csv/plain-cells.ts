import { declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';

/** Stands where a value was not read yet: an empty cell would say that there is none. It changes nothing. */
export const NOT_READ = 'Not read yet';

/** How a file says a value. */
export const cellOf = (attribute: EditableAttribute, value: AttributeValue): string =>
  value === null ? '' : (declared(attribute).inFile?.[value] ?? value);

/** The value that a file says so; other cells are read as they are. */
export function valueOfCell(attribute: EditableAttribute, cell: string): string {
  const words = Object.entries(declared(attribute).inFile ?? {});
  return words.find(([, word]) => word.toLowerCase() === cell.toLowerCase())?.[0] ?? cell;
}
