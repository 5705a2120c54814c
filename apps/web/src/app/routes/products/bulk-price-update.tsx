import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { KeysDialog } from '../../../components/feedback/keys-dialog.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ProductGrid } from '../../../features/bulk-price/components/product-grid.tsx';
import { useEditing } from '../../../features/bulk-price/use-editing.tsx';
import { BULK_PRICE_SCREEN } from '../../../features/products/search-address.ts';
import { useScannedPrice } from '../../../features/scan/use-scanned-price.ts';
import { keySections } from '../../key-sections.ts';
import { paths } from '../../paths.ts';
import { SearchFrame } from '../../search/search-frame.tsx';
import { SearchView } from '../../search/search-view.tsx';
import { useProductSearch } from '../../search/use-product-search.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './bulk-price-update.module.css';

const TITLE = 'Bulk Price Update';

export function BulkPriceUpdateScreen() {
  usePageTitle(TITLE);
  const { search, change, changeLayout, read } = useProductSearch(BULK_PRICE_SCREEN);
  const { bar, ...editing } = useEditing({ atOnce: true });
  useScannedPrice(editing.grid, search, change);
  const [keysShown, keys] = useDisclosure(false);

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
            onClick={keys.open}
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
      {keysShown && <KeysDialog sections={keySections(paths.bulkPriceUpdate)} onClose={keys.close} />}
    </>
  );
}
