import { Button, Checkbox } from '@mantine/core';
import type { ProductFileColumn } from '@storefleet/contract/catalogue/file-constants';
import type { ExportColumn } from '../chosen-columns.ts';
import classes from './export-columns.module.css';

type Props = {
  all: readonly ExportColumn[];
  chosen: readonly ProductFileColumn[];
  onChange: (chosen: readonly ProductFileColumn[]) => void;
};

/** Columns of the file; at least one stays. */
export function ExportColumns({ all, chosen, onChange }: Props) {
  const names = all.map(({ name }) => name);
  return (
    <fieldset className={classes.columns}>
      <legend className={classes.legend}>Columns</legend>
      <div className={classes.list}>
        {all.map(({ name, label }) => {
          const isChosen = chosen.includes(name);
          return (
            <Checkbox
              key={name}
              label={label}
              checked={isChosen}
              disabled={isChosen && chosen.length === 1}
              onChange={() => onChange(names.filter((other) => chosen.includes(other) !== (other === name)))}
            />
          );
        })}
      </div>
      <Button
        size="compact-xs"
        variant="default"
        disabled={chosen.length === all.length}
        onClick={() => onChange(names)}
      >
        All columns
      </Button>
    </fieldset>
  );
}
