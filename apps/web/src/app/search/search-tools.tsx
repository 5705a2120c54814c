import { Button } from '@mantine/core';
import { IconDownload, IconHistory, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '../../components/text/links.tsx';
import { isSearch, type ProductSearch } from '../../features/products/search-address.ts';
import { paths } from '../paths.ts';
import classes from './search-tools.module.css';

const ImportDialog = lazy(async () => ({
  default: (await import('../../features/bulk-updates/components/actions/import-dialog.tsx')).ImportDialog,
}));

const ExportCsvDialog = lazy(async () => ({
  default: (await import('../../features/bulk-updates/components/actions/export-csv-dialog.tsx'))
    .ExportCsvDialog,
}));

/** Import, export and recent updates. What they need is loaded on a click. */
export function SearchTools({ search }: { search: ProductSearch }) {
  const [opened, setOpened] = useState<'import' | 'export' | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);
  const nothingToExport = !isSearch(search);
  return (
    <>
      <ButtonLink
        variant="default"
        className={classes.tool}
        to={paths.bulkUpdates}
        leftSection={<IconHistory size={15} aria-hidden />}
      >
        Recent updates
      </ButtonLink>
      <Button
        variant="default"
        className={classes.tool}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => setOpened('import')}
      >
        Import
      </Button>
      <Button
        variant="default"
        className={classes.tool}
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={nothingToExport}
        title={nothingToExport ? 'Search first: the file holds what the search finds.' : undefined}
        onClick={() => setOpened('export')}
      >
        Export CSV
      </Button>
      <Suspense>
        {opened === 'export' && <ExportCsvDialog search={search} onClose={close} />}
        {opened === 'import' && (
          <ImportDialog
            onClose={close}
            onRead={(batchId) => void navigate({ to: paths.bulkUpdate, params: { batchId } })}
          />
        )}
      </Suspense>
    </>
  );
}
