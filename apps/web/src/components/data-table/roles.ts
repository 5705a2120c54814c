/** Every role is said, because some browsers forget what a table's elements are once CSS lays them out as grids. */
const shared = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
} as const;

const tableRoles = { ...shared, table: { role: 'table' }, cell: { role: 'cell' } } as const;

/** A table that is worked like a spreadsheet (WAI-ARIA grid pattern): cells say for themselves if they are edited. */
const gridRoles = {
  ...shared,
  table: { role: 'grid', 'aria-multiselectable': true },
  cell: { role: 'gridcell', 'aria-readonly': true },
} as const;

export const rolesOf = (isGrid: boolean) => (isGrid ? gridRoles : tableRoles);
