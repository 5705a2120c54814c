import type { KeyMeaning } from '../help/help.ts';

/** Spreadsheet shortcuts of the grid. */
export const GRID_KEYS: readonly KeyMeaning[] = [
  { keys: ['Arrows', 'Home', 'End'], meaning: 'Move between cells; with Ctrl to the first or last' },
  { keys: ['Page Up', 'Page Down'], meaning: 'Move one page up or down' },
  { keys: ['Enter', 'F2'], meaning: 'Open the cell, with its text selected' },
  { keys: ['0–9', 'A–Z'], meaning: 'Open the cell and replace its value' },
  { keys: ['Enter'], meaning: 'Save and move down; with Shift up' },
  { keys: ['Tab'], meaning: 'Save and open the next cell, then the row below; with Shift back' },
  { keys: ['↑', '↓'], meaning: 'In an amount: add or subtract 0.01' },
  { keys: ['Escape'], meaning: 'Discard the edit; clear the selection' },
  { keys: ['Shift + Arrows', 'Shift + click'], meaning: 'Select several cells' },
  { keys: ['Ctrl + C', 'Ctrl + V'], meaning: 'Copy, and paste columns from a spreadsheet' },
  { keys: ['Ctrl + V'], meaning: 'Lines that start with a SKU or barcode go to that row' },
  { keys: ['Ctrl + D'], meaning: 'Fill the first selected value down, or the value above' },
  { keys: ['Ctrl + Enter'], meaning: 'Open the product' },
  { keys: ['Ctrl + Z'], meaning: 'Undo the last save' },
  { keys: ['Alt + ←', 'Alt + →'], meaning: 'On a column header: move the column' },
  { keys: ['Ctrl + F'], meaning: 'Find text in the rows' },
];

/** For grids with row selection. */
export const SELECT_KEYS: readonly KeyMeaning[] = [
  { keys: ['Space'], meaning: 'Select the row; with Shift the range from the last one' },
  { keys: ['←', '→'], meaning: 'Move to the row’s checkbox and back' },
];
