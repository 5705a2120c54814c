/** Every role is said: some browsers forget those of a table once CSS lays it out as a grid. */
const shared = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
} as const;

const tableRoles = { ...shared, table: { role: 'table' }, cell: { role: 'cell' } } as const;

/** A spreadsheet (WAI-ARIA grid pattern): cells say for themselves if they are edited. */
const gridRoles = {
  ...shared,
  table: { role: 'grid', 'aria-multiselectable': true },
  cell: { role: 'gridcell', 'aria-readonly': true },
} as const;

export const rolesOf = (isGrid: boolean) => (isGrid ? gridRoles : tableRoles);
