import { UnstyledButton } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './import-dialog.module.css';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

type FileZoneProps = { file: File | null; disabled: boolean; onChoose: (file: File) => void };

/** A file picker and drop zone. */
export function FileZone({ file, disabled, onChoose }: FileZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const choose = (chosen: File | undefined) => chosen && onChoose(chosen);
  const Icon = file === null ? IconUpload : IconFileSpreadsheet;
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // Allows choosing the same file again after correcting it.
          event.currentTarget.value = '';
        }}
      />
      <UnstyledButton
        className={classes.zone}
        data-dragging={dragging || undefined}
        data-chosen={file !== null || undefined}
        data-autofocus
        disabled={disabled}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragging(false);
          choose(event.dataTransfer.files[0]);
        }}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {file === null ? (
          <span>
            <strong>Choose a CSV or Excel file</strong> or drop it here
          </span>
        ) : (
          <span className={classes.name}>
            <strong>{file.name}</strong> <span className="tabular">{describeSize(file.size)}</span>
          </span>
        )}
      </UnstyledButton>
    </>
  );
}

function describeSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${formatCount(bytes)} bytes`;
  if (bytes < MEGABYTE) return `${formatCount(Math.round(bytes / KILOBYTE))} kB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
