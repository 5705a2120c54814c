/** Sets every role explicitly: some browsers drop table semantics under CSS grid layout. */
const shared = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
} as const;

const tableRoles = { ...shared, table: { role: 'table' }, cell: { role: 'cell' } } as const;

/** Spreadsheet (WAI-ARIA grid pattern): each cell declares whether it is editable. */
const gridRoles = {
  ...shared,
  table: { role: 'grid', 'aria-multiselectable': true },
  cell: { role: 'gridcell', 'aria-readonly': true },
} as const;

export const rolesOf = (isGrid: boolean) => (isGrid ? gridRoles : tableRoles);
