import { Button, Checkbox, Group, NativeSelect, Progress, Text } from '@mantine/core';
import { CSV_IMPORT_MAX_BYTES } from '@storefleet/contract/constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { StoreFilter } from '../../../products/components/store-filter.tsx';
import type { StoreChoice } from '../../../products/search-address.ts';
import { storesQuery } from '../../../stores/api/queries.ts';
import { useImportFile, useReadColumns } from '../../api/changes.ts';
import { type ColumnChoices, choicesToSend } from '../../import-columns.ts';
import { ColumnMeanings } from './column-meanings.tsx';
import { FileZone } from './file-zone.tsx';
import classes from './import-dialog.module.css';

const MEGABYTE = 1024 * 1024;
const TOO_LARGE = `A file may have at most ${formatCount(CSV_IMPORT_MAX_BYTES / MEGABYTE)} MB. Split it into smaller ones.`;

type Props = { onClose: () => void; onRead: (batchId: string) => void };

/** Takes a file to a preview: what its columns mean, which stores it is for. A file that is refused stays chosen. */
export function ImportDialog({ onClose, onRead }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [sheets, setSheets] = useState<readonly string[]>([]);
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState<ColumnChoices>({});
  const [stores, setStores] = useState<StoreChoice>('all');
  const [inEachStore, setInEachStore] = useState(false);
  const allStores = useQuery(storesQuery(useApi()));
  const columns = useReadColumns();
  const importFile = useImportFile();
  const { leave, isWatched } = useLeaving(importFile.isPending, onClose);
  const tooLarge = file !== null && file.size > CSV_IMPORT_MAX_BYTES;
  const error = importFile.error ?? columns.error;
  const found = columns.data;

  const read = (chosen: File, name?: string) => {
    importFile.reset();
    columns.reset();
    setChoices({});
    setSheet(name ?? null);
    if (chosen.size > CSV_IMPORT_MAX_BYTES) return;
    columns.mutate({ file: chosen, sheet: name }, { onSuccess: (answer) => setSheets(answer.sheets) });
  };
  const preview = () => {
    if (file === null || !found) return;
    const storeIds = stores === 'all' ? null : stores;
    const named = { sheet: found.sheet ?? undefined, columns: choicesToSend(found.columns, choices) };
    importFile.mutate(
      { file, storeIds, inEachStore, ...named, isWatched },
      { onSuccess: ({ batch_id }) => onRead(batch_id) },
    );
  };

  return (
    <Dialog opened title="Import" onClose={leave}>
      <Text size="sm" c="var(--sf-muted)" mb="sm">
        A file with a SKU or barcode column and the columns to change, or a product file as Shopify exports
        it. You see every change before anything is written.
      </Text>
      <FileZone
        file={file}
        disabled={importFile.isPending}
        onChoose={(chosen) => {
          setFile(chosen);
          setSheets([]);
          read(chosen);
        }}
      />
      {file !== null && sheets.length > 1 && (
        <NativeSelect
          mt="sm"
          label="Sheet"
          data={[...sheets]}
          value={sheet ?? found?.sheet ?? ''}
          disabled={importFile.isPending}
          onChange={(event) => read(file, event.currentTarget.value)}
        />
      )}
      {found && file !== null && (
        <div className={classes.options}>
          <ColumnMeanings
            columns={found.columns}
            choices={choices}
            onChange={(next) => {
              setChoices(next);
              importFile.reset();
            }}
          />
          <StoreFilter options={allStores.data ?? []} value={stores} onChange={setStores} />
          <Checkbox
            label="Change a SKU or barcode in each of these stores that has it"
            description="Otherwise such a row has to name its store. Amounts are written as they are, whatever a store’s currency."
            checked={inEachStore}
            disabled={importFile.isPending}
            onChange={(event) => setInEachStore(event.currentTarget.checked)}
          />
        </div>
      )}
      <ImportState
        isPending={columns.isPending || importFile.isPending}
        refusal={error ? describeError(error) : tooLarge ? TOO_LARGE : null}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={leave}>
          {importFile.isPending ? 'Continue in background' : 'Cancel'}
        </Button>
        <Button
          disabled={!found || stores.length === 0}
          title={file === null ? 'Choose a file first.' : undefined}
          loading={importFile.isPending}
          onClick={preview}
        >
          Preview changes
        </Button>
      </Group>
    </Dialog>
  );
}

function ImportState({ isPending, refusal }: { isPending: boolean; refusal: ReactNode }) {
  return (
    <>
      {isPending && (
        <div className={classes.progress} role="status">
          <Progress value={100} size="sm" animated striped aria-label="Uploading and reading the file" />
          <Text size="sm" c="var(--sf-muted)" mt={4}>
            Uploading and reading the file…
          </Text>
        </div>
      )}
      {refusal && (
        <div className={classes.progress}>
          <Banner tone="danger" title="The file was not imported.">
            {refusal}
          </Banner>
        </div>
      )}
    </>
  );
}

/** The dialog can be left while its import goes on, which asks at its end whether somebody is here to see it. */
function useLeaving(isPending: boolean, onClose: () => void) {
  const queryClient = useQueryClient();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leave = () => {
    // The list of what runs may have been asked a while ago.
    if (isPending) void queryClient.invalidateQueries({ queryKey: ['running'] });
    onClose();
  };
  return { leave, isWatched: () => isOpen.current };
}
