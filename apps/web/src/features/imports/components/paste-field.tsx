import { Textarea } from '@mantine/core';
import classes from './import-dialog.module.css';

/** A paste target for rows; nobody types them. */
export function PasteField({ onPaste }: { onPaste: (text: string) => void }) {
  return (
    <>
      <Textarea
        data-autofocus
        label="Rows from a spreadsheet"
        description="Copy a column of SKUs or barcodes and the columns to write, and paste them here, or anywhere outside a cell or field."
        placeholder="Paste here"
        rows={3}
        value=""
        onChange={() => {}}
        onPaste={(event) => {
          event.preventDefault();
          const text = event.clipboardData.getData('text/plain');
          if (text.trim() !== '') onPaste(text);
        }}
      />
      <p className={classes.or}>or</p>
    </>
  );
}
