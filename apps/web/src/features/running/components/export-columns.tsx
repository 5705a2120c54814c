import { Button, Checkbox } from '@mantine/core';
import { PRODUCT_FILE_COLUMNS, type ProductFileColumn } from '@storefleet/contract/constants';
import classes from './export-columns.module.css';

type Props = {
  columns: readonly ProductFileColumn[];
  onChange: (columns: readonly ProductFileColumn[]) => void;
};

/** Columns of the file; at least one stays. */
export function ExportColumns({ columns, onChange }: Props) {
  const isAll = columns.length === PRODUCT_FILE_COLUMNS.length;
  return (
    <fieldset className={classes.columns}>
      <legend className={classes.legend}>Columns</legend>
      <div className={classes.list}>
        {PRODUCT_FILE_COLUMNS.map((column) => {
          const isChosen = columns.includes(column);
          return (
            <Checkbox
              key={column}
              size="xs"
              label={column}
              checked={isChosen}
              disabled={isChosen && columns.length === 1}
              onChange={() =>
                onChange(
                  PRODUCT_FILE_COLUMNS.filter((other) => columns.includes(other) !== (other === column)),
                )
              }
            />
          );
        })}
      </div>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isAll}
        onClick={() => onChange(PRODUCT_FILE_COLUMNS)}
      >
        All columns
      </Button>
    </fieldset>
  );
}
