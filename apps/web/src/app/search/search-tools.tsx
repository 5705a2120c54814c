import { Button, Text } from '@mantine/core';
import { IconDownload, IconHistoryToggle, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { useExportSearch } from '../../features/bulk-updates/api/export-search.ts';
import type { ProductSearch } from '../../features/products/search-address.ts';
import { describeError } from '../../lib/describe-error.ts';
import { paths } from '../paths.ts';

const ImportCsvDialog = lazy(async () => ({
  default: (await import('../../features/bulk-updates/components/import-csv-dialog.tsx')).ImportCsvDialog,
}));

/** Files in and out, and the way back to updates that were started here. */
export function SearchTools({ search }: { search: ProductSearch }) {
  const [importing, setImporting] = useState(false);
  const exportSearch = useExportSearch();
  const navigate = useNavigate();
  const nothingToExport =
    search.query === '' ? 'Search first: the file holds what the search finds.' : undefined;
  return (
    <>
      <ButtonLink
        variant="subtle"
        color="gray"
        to={paths.bulkUpdates}
        leftSection={<IconHistoryToggle size={15} aria-hidden />}
      >
        Recent updates
      </ButtonLink>
      <Button
        variant="default"
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        Import CSV
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={nothingToExport !== undefined}
        title={nothingToExport}
        loading={exportSearch.isPending}
        onClick={() => exportSearch.mutate(search)}
      >
        Export CSV
      </Button>
      <ConfirmDialog
        opened={exportSearch.isError}
        title="The file could not be exported"
        confirmLabel="Try again"
        onConfirm={() => exportSearch.mutate(search)}
        onCancel={exportSearch.reset}
      >
        <Text>{describeError(exportSearch.error)}</Text>
      </ConfirmDialog>
      {importing && (
        <Suspense>
          <ImportCsvDialog
            onClose={() => setImporting(false)}
            onRead={(batchId) => void navigate({ to: paths.bulkUpdate, params: { batchId } })}
          />
        </Suspense>
      )}
    </>
  );
}
