import { Button, Group, NativeSelect, Progress, Text, UnstyledButton } from '@mantine/core';
import { CSV_IMPORT_MAX_BYTES } from '@storefleet/contract/constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { storesQuery } from '../../../stores/api/queries.ts';
import { useImportCsv } from '../../api/changes.ts';
import classes from './import-csv-dialog.module.css';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

type Props = { onClose: () => void; onRead: (batchId: string) => void };

/** Takes a CSV file to a preview. A file that is refused stays chosen, with the reason. */
export function ImportCsvDialog({ onClose, onRead }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [storeId, setStoreId] = useState('');
  const stores = useQuery(storesQuery(useApi()));
  const importCsv = useImportCsv();
  const tooLarge = file !== null && file.size > CSV_IMPORT_MAX_BYTES;

  const choose = (chosen: File) => {
    setFile(chosen);
    importCsv.reset();
  };
  const read = () => {
    if (file === null) return;
    importCsv.mutate(
      { file, storeIds: storeId === '' ? null : [storeId] },
      { onSuccess: ({ batch_id }) => onRead(batch_id) },
    );
  };

  return (
    <Dialog opened title="Import CSV" onClose={importCsv.isPending ? undefined : onClose}>
      <Text size="sm" c="var(--sf-muted)" mb="sm">
        A product file as Shopify exports it, or one with a SKU or barcode column and the columns to change.
        You see every change before anything is written.
      </Text>
      <FileZone file={file} disabled={importCsv.isPending} onChoose={choose} />
      <NativeSelect
        mt="sm"
        label="Stores"
        description="Rows are matched with products of these stores."
        value={storeId}
        disabled={importCsv.isPending}
        data={[
          { value: '', label: 'All stores' },
          ...(stores.data ?? []).map(({ id, shop_name }) => ({ value: id, label: shop_name })),
        ]}
        onChange={(event) => {
          setStoreId(event.currentTarget.value);
          importCsv.reset();
        }}
      />
      {importCsv.isPending && (
        <div className={classes.progress} role="status">
          <Progress value={100} size="sm" animated striped aria-label="Sending and reading the file" />
          <Text size="sm" c="var(--sf-muted)" mt={4}>
            Sending and reading the file…
          </Text>
        </div>
      )}
      {(importCsv.error || tooLarge) && (
        <div className={classes.progress}>
          <Banner tone="danger" title="The file was not imported.">
            {importCsv.error
              ? describeError(importCsv.error)
              : `A file may have at most ${formatCount(CSV_IMPORT_MAX_BYTES / MEGABYTE)} MB. Split it into smaller ones.`}
          </Banner>
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={importCsv.isPending}>
          Cancel
        </Button>
        <Button
          disabled={file === null || tooLarge}
          title={file === null ? 'Choose a file first.' : undefined}
          loading={importCsv.isPending}
          onClick={read}
        >
          Preview changes
        </Button>
      </Group>
    </Dialog>
  );
}

type FileZoneProps = { file: File | null; disabled: boolean; onChoose: (file: File) => void };

/** A file is chosen by a click or a key, or dropped. */
function FileZone({ file, disabled, onChoose }: FileZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const choose = (chosen: File | undefined) => chosen && onChoose(chosen);
  const Icon = file === null ? IconUpload : IconFileSpreadsheet;
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // The same file can be chosen again once it was put right.
          event.currentTarget.value = '';
        }}
      />
      <UnstyledButton
        className={classes.zone}
        data-dragging={dragging || undefined}
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
            <strong>Choose a CSV file</strong> or drop it here
          </span>
        ) : (
          <span className={classes.name}>
            <strong>{file.name}</strong> <span className={classes.size}>{describeSize(file.size)}</span>
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
