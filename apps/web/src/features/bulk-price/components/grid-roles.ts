/**
 * A table that is worked like a spreadsheet (WAI-ARIA grid pattern). Every role is said aloud, because some browsers
 * forget what the elements of a table are once CSS lays them out as blocks.
 */
export const gridRoles = {
  grid: { role: 'grid', 'aria-multiselectable': true },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  /** Read, but neither edited nor reached with the arrow keys. */
  fixedCell: { role: 'gridcell', 'aria-readonly': true },
  editableCell: (selected: boolean) => ({ role: 'gridcell', 'aria-selected': selected }) as const,
} as const;
