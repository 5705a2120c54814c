import type { KeyMeaning } from '../help/help.ts';

/** The keys of the grid, as a spreadsheet has them. */
export const GRID_KEYS: readonly KeyMeaning[] = [
  { keys: ['Arrows', 'Home', 'End'], meaning: 'Go from cell to cell; with Ctrl to the first or last' },
  { keys: ['Page Up', 'Page Down'], meaning: 'Go a window up or down' },
  { keys: ['Enter', 'F2'], meaning: 'Open the cell, with its text selected' },
  { keys: ['0–9', 'A–Z'], meaning: 'Open the cell and replace its value' },
  { keys: ['Enter'], meaning: 'Save and go down; with Shift up' },
  { keys: ['Tab'], meaning: 'Save and open the next cell, then the row below; with Shift back' },
  { keys: ['↑', '↓'], meaning: 'In an amount: add or subtract 0.01' },
  { keys: ['Escape'], meaning: 'Leave the cell as it was; give up the selection' },
  { keys: ['Shift + Arrows', 'Shift + click'], meaning: 'Select several cells' },
  { keys: ['Ctrl + C', 'Ctrl + V'], meaning: 'Copy, and paste columns from a spreadsheet' },
  { keys: ['Ctrl + V'], meaning: 'Lines that start with a SKU or barcode go to that row' },
  { keys: ['Ctrl + D'], meaning: 'Fill the first selected value down, or the value above' },
  { keys: ['Ctrl + Enter'], meaning: 'Open the product' },
  { keys: ['Ctrl + Z'], meaning: 'Undo the last save' },
  { keys: ['Alt + ←', 'Alt + →'], meaning: 'On the head of a column: move it' },
  { keys: ['Ctrl + F'], meaning: 'Find a text in the rows' },
];

/** Where rows can be selected as well. */
export const SELECT_KEYS: readonly KeyMeaning[] = [
  { keys: ['Space'], meaning: 'Select the row; with Shift all from the last one on' },
  { keys: ['←', '→'], meaning: 'To the row’s checkbox, and back into its cells' },
];
