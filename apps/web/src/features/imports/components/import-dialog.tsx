import { Checkbox, NativeSelect, Progress, Text } from '@mantine/core';
import { CSV_IMPORT_MAX_BYTES } from '@storefleet/contract/catalogue/file-constants';
import type { ImportUpload } from '@storefleet/contract/edits/imports';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import type { StoreChoice } from '../../products/search-address.ts';
import { matchesQuery, type SentSettings, usePlanImport, useReread, useUpload } from '../api.ts';
import { type ColumnChoices, choicesToSend, missingIn } from '../import-columns.ts';
import { asFile, PASTED_NAME } from '../open-import.ts';
import { picksToSend, usePicks } from '../use-picks.ts';
import { ColumnMeanings } from './column-meanings.tsx';
import { FileZone } from './file-zone.tsx';
import classes from './import-dialog.module.css';
import { MatchResult } from './match-result.tsx';
import { OpenRows } from './open-rows.tsx';
import { PasteField } from './paste-field.tsx';
import { StoresOfImport } from './stores-of-import.tsx';

const MEGABYTE = 1024 * 1024;
const TOO_LARGE = `A file may have at most ${formatCount(CSV_IMPORT_MAX_BYTES / MEGABYTE)} MB. Split it into smaller ones.`;

type Props = {
  /** Rows already pasted. */
  pasted: File | null;
  onClose: () => void;
  onRead: (batchId: string) => void;
};

/** From a file or pasted rows to a preview: column meanings, stores and matched variants. */
export function ImportDialog({ pasted, onClose, onRead }: Props) {
  const { file, found, begin, reread, failure, isReading } = useSource(pasted);
  const [choices, setChoices] = useState<ColumnChoices>({});
  const [stores, setStores] = useState<StoreChoice>('all');
  const [everywhere, setEverywhere] = useState<boolean | null>(null);
  const planImport = usePlanImport();
  const { leave, isWatched } = useLeaving(planImport.isPending, onClose);
  const missing = found ? missingIn(found.columns, choices) : null;
  const settings = found && {
    sheet: found.sheet,
    has_header: found.has_header,
    columns: choicesToSend(found.columns, choices),
    store_ids: stores === 'all' ? null : [...stores],
    in_each_store: everywhere ?? file?.name === PASTED_NAME,
  };
  const canMatch = settings !== null && missing === null && stores.length > 0;
  const matches = useMatches(found, settings, canMatch);
  const picks = usePicks(JSON.stringify([found?.id, settings]));
  const disabled = planImport.isPending;

  const start = (chosen: File) => {
    setChoices({});
    planImport.reset();
    begin(chosen);
  };
  const readAs = (how: { sheet?: string; hasHeader?: boolean }) => {
    setChoices({});
    reread(how);
  };
  const preview = () => {
    if (!found || !settings) return;
    planImport.mutate(
      { upload: found, plan: { ...settings, picks: picksToSend(picks.picked) }, isWatched },
      { onSuccess: ({ batch_id }) => onRead(batch_id) },
    );
  };

  return (
    <Dialog opened title="Import" size={found ? '46rem' : undefined} onClose={leave}>
      {file === null && <PasteField onPaste={(text) => start(asFile(text))} />}
      <FileZone file={file} disabled={disabled} onChoose={start} />
      {found && settings && (
        <div className={classes.options}>
          <HowToRead found={found} disabled={disabled || isReading} onRead={readAs} />
          <ColumnMeanings
            key={`${found.id} ${found.sheet} ${found.has_header}`}
            columns={found.columns}
            choices={choices}
            onChange={setChoices}
          />
          <StoresOfImport
            value={stores}
            inEachStore={settings.in_each_store}
            matches={canMatch ? matches.data : undefined}
            columns={settings.columns}
            disabled={disabled}
            onStores={setStores}
            onEverywhere={setEverywhere}
          />
          {missing !== null && <p className={classes.hint}>{missing}</p>}
          {canMatch && matches.data && (
            <MatchResult matches={matches.data} isOld={matches.isPlaceholderData} />
          )}
          {canMatch && matches.data && matches.data.open.length > 0 && (
            <OpenRows
              key={picks.of}
              matches={matches.data}
              storeIds={settings.store_ids}
              inEachStore={settings.in_each_store}
              picked={picks.picked}
              onPick={picks.pick}
            />
          )}
        </div>
      )}
      <ImportState
        words={words(isReading, matches.isFetching, disabled)}
        refusal={
          failure ??
          ((planImport.error ?? matches.error) ? describeError(planImport.error ?? matches.error) : null)
        }
      />
      <DialogActions
        confirmLabel="Preview changes"
        onConfirm={preview}
        pending={disabled}
        blocked={!canMatch || !matches.data || matches.isPlaceholderData}
        reason={file === null ? 'Paste rows or choose a file first.' : undefined}
        cancelLabel={disabled ? 'Continue in background' : 'Cancel'}
        onCancel={leave}
        canLeave
      />
    </Dialog>
  );
}

function words(isReading: boolean, isMatching: boolean, isPlanning: boolean): string | null {
  if (isReading) return 'Sending and reading the rows…';
  if (isPlanning) return 'Calculating the changes…';
  return isMatching ? 'Matching variants…' : null;
}

/** The data to import: uploaded once, re-read when options change. */
function useSource(pasted: File | null) {
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload();
  const again = useReread();
  const found = again.data ?? upload.data ?? null;
  const begin = (chosen: File) => {
    setFile(chosen);
    upload.reset();
    again.reset();
    if (chosen.size <= CSV_IMPORT_MAX_BYTES) upload.mutate(chosen);
  };
  const reread = ({
    sheet = found?.sheet ?? undefined,
    hasHeader,
  }: {
    sheet?: string;
    hasHeader?: boolean;
  }) => {
    if (upload.data) again.mutate({ id: upload.data.id, sheet, hasHeader });
  };
  const begun = useRef(false);
  const beginOnce = useEffectEvent(() => {
    if (pasted !== null && !begun.current) begin(pasted);
    begun.current = true;
  });
  useEffect(() => beginOnce(), []);
  const error = again.error ?? upload.error;
  const tooLarge = file !== null && file.size > CSV_IMPORT_MAX_BYTES;
  return {
    file,
    found,
    begin,
    reread,
    isReading: upload.isPending || again.isPending,
    failure: error ? describeError(error) : tooLarge ? TOO_LARGE : null,
  };
}

function useMatches(found: ImportUpload | null, settings: SentSettings | null, enabled: boolean) {
  return useQuery({ ...matchesQuery(useApi(), found?.id ?? '', settings ?? {}), enabled });
}

type HowToReadProps = {
  found: ImportUpload;
  disabled: boolean;
  onRead: (how: { sheet?: string; hasHeader?: boolean }) => void;
};

function HowToRead({ found, disabled, onRead }: HowToReadProps) {
  return (
    <>
      {found.sheets.length > 1 && (
        <NativeSelect
          label="Sheet"
          data={[...found.sheets]}
          value={found.sheet ?? ''}
          disabled={disabled}
          onChange={(event) => onRead({ sheet: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label="The first row names the columns"
        checked={found.has_header}
        disabled={disabled}
        onChange={(event) => onRead({ hasHeader: event.currentTarget.checked })}
      />
    </>
  );
}

function ImportState({ words: text, refusal }: { words: string | null; refusal: ReactNode }) {
  return (
    <>
      {text !== null && (
        <div className={classes.progress} role="status">
          <Progress value={100} size="sm" animated striped aria-label={text} />
          <Text size="sm" c="var(--sf-muted)" mt={4}>
            {text}
          </Text>
        </div>
      )}
      {refusal && (
        <div className={classes.progress}>
          <Banner tone="danger" title="The rows were not imported.">
            {refusal}
          </Banner>
        </div>
      )}
    </>
  );
}

/** The dialog can be closed while its import runs; the import checks at its end whether it is still open. */
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
    // The cached list of running jobs may be stale.
    if (isPending) void queryClient.invalidateQueries({ queryKey: ['running'] });
    onClose();
  };
  return { leave, isWatched: () => isOpen.current };
}
