import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { PageHeader } from '../../../components/page-header.tsx';
import { ProductGrid } from '../../../features/bulk-price/components/product-grid.tsx';
import { useEditing } from '../../../features/bulk-price/use-editing.tsx';
import { openHelp } from '../../../features/help/help.ts';
import { BULK_PRICE_SCREEN } from '../../../features/products/search-address.ts';
import { useProductSearch } from '../../../features/products/use-product-search.ts';
import { useScannedPrice } from '../../../features/scan/use-scanned-price.ts';
import { SearchFrame } from '../../search/search-frame.tsx';
import { SearchView } from '../../search/search-view.tsx';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './bulk-price-update.module.css';

const TITLE = 'Bulk Price Update';

export function BulkPriceUpdateScreen() {
  usePageTitle(TITLE);
  const { search, change, changeLayout, read } = useProductSearch(BULK_PRICE_SCREEN);
  const { bar, ...editing } = useEditing({ atOnce: true });
  useScannedPrice(editing.grid, search, change);

  return (
    <>
      <PageHeader
        title={TITLE}
        aside={<SearchView screen="bulk_price" search={search} read={read} />}
        actions={
          <Button
            className={classes.keys}
            variant="default"
            leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />}
            onClick={openHelp}
          >
            Keys
          </Button>
        }
      />
      <SearchFrame
        search={search}
        screen={BULK_PRICE_SCREEN}
        onChange={change}
        onLayout={changeLayout}
        isSteady={() => true}
      >
        {({ rows, stale }) => (
          <ProductGrid
            label="Prices and costs"
            clickOpens
            rows={rows}
            layout={search.layout}
            onLayout={changeLayout}
            stale={stale}
            sort={search.sort}
            onSort={(sort) => change({ sort })}
            {...editing}
          />
        )}
      </SearchFrame>
      {bar}
    </>
  );
}
