import { Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { KeysDialog } from '../../../components/feedback/keys-dialog.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { EditsBar } from '../../../features/bulk-price/components/edits-bar.tsx';
import { PlannedValuesDialog } from '../../../features/bulk-price/components/planned-values-dialog.tsx';
import { PriceGrid } from '../../../features/bulk-price/components/price-grid.tsx';
import { useGridEditor } from '../../../features/bulk-price/use-grid-editor.ts';
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
  const editor = useGridEditor();
  useScannedPrice(editor.parts.grid, search, change);
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
        steady
      >
        {({ items, stale }) => (
          <PriceGrid
            items={items}
            layout={search.layout}
            onLayout={changeLayout}
            stale={stale}
            sort={search.sort}
            onSort={(sort) => change({ sort })}
            onFillDown={editor.onFillDown}
            {...editor.parts}
          />
        )}
      </SearchFrame>
      <EditsBar
        edits={editor.parts.edits}
        grid={editor.parts.grid}
        notice={editor.notice}
        onDismissNotice={editor.dismissNotice}
      />
      <PlannedValuesDialog plan={editor.asked} onSave={editor.confirm} onCancel={editor.cancel} />
      {keysShown && <KeysDialog sections={keySections(paths.bulkPriceUpdate)} onClose={keys.close} />}
      <VisuallyHidden ref={editor.status} role="status" />
    </>
  );
}
