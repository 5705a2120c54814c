import { Button } from '@mantine/core';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { IconHistory, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deferred } from '../../components/deferred.tsx';
import { ButtonLink } from '../../components/text/links.tsx';
import { Permitted } from '../../features/auth/components/permitted.tsx';
import { sentColumns, useExportColumns } from '../../features/exports/chosen-columns.ts';
import { ExportButton } from '../../features/exports/components/export-button.tsx';
import { openImport } from '../../features/imports/open-import.ts';
import { knownMetafields } from '../../features/metafields/known-metafields.ts';
import { allResultsQuery, searchPageQuery } from '../../features/products/api/search-products.ts';
import {
  isSearch,
  type ProductSearch,
  searchWords,
  storeIdsParameter,
} from '../../features/products/search-address.ts';
import { storesQuery } from '../../features/stores/api/queries.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { formatMoment } from '../../lib/format/format-time.ts';
import { paths } from '../../lib/paths.ts';
import classes from './search-tools.module.css';

const ExportColumns = deferred(
  () => import('../../features/exports/components/export-columns.tsx'),
  'ExportColumns',
);

/** Import, export and recent updates; their code loads on click. */
export function SearchTools({ search }: { search: ProductSearch }) {
  const withoutFile = useWithoutFile(search);
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const searched = stores.filter(({ id }) => search.stores === 'all' || search.stores.includes(id));
  const columns = useExportColumns(knownMetafields(searched));
  const readsStock = searched.some((store) => store.stock_per_location && !kindOf(store).mapping);
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
      <Permitted call="bulkUpdates.planImport">
        <Button
          variant="default"
          className={classes.tool}
          leftSection={<IconUpload size={15} aria-hidden />}
          onClick={openImport}
        >
          Import
        </Button>
      </Permitted>
      <ExportButton
        label="Export"
        className={classes.tool}
        disabled={withoutFile !== undefined}
        reason={withoutFile}
        title={exportTitle(search)}
        order={(api, body) =>
          api.call('files.exportProducts', {
            query: { ...wholeSearch(search), columns: sentColumns(columns) },
            body,
          })
        }
        other={
          !readsStock || search.asOf !== null
            ? undefined
            : {
                label: 'Shopify inventory',
                order: (api, body) =>
                  api.call('files.exportProducts', {
                    query: { ...wholeSearch(search), layout: 'inventory' },
                    body,
                  }),
              }
        }
      >
        <ExportColumns all={columns.all} chosen={columns.chosen} onChange={columns.change} />
      </ExportButton>
    </>
  );
}

/** Why there is nothing to export. Reads what the page has asked for, without asking itself. */
function useWithoutFile(search: ProductSearch): string | undefined {
  const api = useApi();
  const page = useQuery({ ...searchPageQuery(api, search), enabled: false });
  const all = useInfiniteQuery({ ...allResultsQuery(api, search), enabled: false });
  if (!isSearch(search)) return 'Search first. The file contains the search results.';
  const found = search.viewAll ? all.data?.pages[0] : page.isPlaceholderData ? undefined : page.data;
  return found?.pagination.total === 0 ? 'Nothing was found, so there is nothing to export.' : undefined;
}

function exportTitle(search: ProductSearch): string {
  const words = `Export of “${searchWords(search)}”`;
  return search.asOf === null ? words : `${words} as of ${formatMoment(search.asOf)}`;
}

/** Exports all results in their order. */
function wholeSearch({ query, filter, type, sort, stores, asOf }: ProductSearch) {
  return {
    query,
    filter: filter || undefined,
    type,
    sort_by: sort?.field,
    sort_direction: sort?.direction,
    store_ids: storeIdsParameter(stores),
    as_of: asOf ?? undefined,
  };
}
