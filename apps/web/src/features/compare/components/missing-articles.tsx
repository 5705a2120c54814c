import { Button, NativeSelect } from '@mantine/core';
import { COMPARED_ATTRIBUTE_LABELS } from '@storefleet/contract/articles/compared';
import type { MissingArticles as Missing } from '@storefleet/contract/articles/missing';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { useFileDownload } from '../../exports/use-file-download.ts';
import { type Compared, missingIn, missingQuery } from '../compare-queries.ts';
import classes from './compare.module.css';

type Source = Missing['sources'][number];
type Lacking = Pick<Store, 'id' | 'shop_name' | 'store_type'>;

/** Whether the store's own admin can import products from a file. */
export const takesProductFiles = (store: Lacking) => kindOf(store).productAdminPath !== null;

/** Number of articles a store lacks, and a file to import them. */
export function MissingArticles({ compared, store }: { compared: Compared; store: Lacking }) {
  const [chosen, setChosen] = useState('');
  const { data, error } = useQuery(missingQuery(useApi(), compared, store.id));
  const source = data?.sources.find(({ store_id }) => store_id === chosen) ?? data?.sources[0];
  const download = useFileDownload((api) =>
    api.call('files.exportMissing', {
      query: { ...missingIn(compared, store.id), source_id: source?.store_id },
      body: { title: `Articles missing in ${store.shop_name}` },
    }),
  );
  if (error) return <FailureBanner spaced title="The missing articles could not be counted" error={error} />;
  if (!data || data.articles === 0) return null;
  return (
    <section className={classes.missingFile} aria-label={`Missing in ${store.shop_name}`}>
      <strong>
        {formatQuantity(data.articles, 'article')} missing in {store.shop_name}
      </strong>
      {source && (
        <>
          <NativeSelect
            size="xs"
            aria-label="Copy from"
            value={source.store_id}
            data={data.sources.map(({ store_id, store_name, articles }) => ({
              value: store_id,
              label: `From ${store_name} (${formatCount(articles)})`,
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={source.articles === 0}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download file for Shopify
          </Button>
          <Notes source={source} store={store} />
        </>
      )}
    </section>
  );
}

function Notes({ source, store }: { source: Source; store: Lacking }) {
  const { left_out, empty_amounts, currency } = source;
  const amounts = empty_amounts.map((one) => COMPARED_ATTRIBUTE_LABELS[one].toLowerCase());
  return (
    <p>
      {source.articles > 0 &&
        `Import the file under Products in the shop: ${formatQuantity(source.products, 'product')} with ${formatQuantity(source.articles, 'variant')}, as drafts without stock.`}
      {left_out > 0 &&
        ` ${formatCount(left_out)} more ${left_out === 1 ? 'is a variant' : 'are variants'} of products already in ${store.shop_name}: add ${left_out === 1 ? 'it' : 'them'} there.`}
      {amounts.length > 0 && (
        <>
          {' '}
          Amounts in {currency} ({amounts.join(', ')}) stay empty:{' '}
          <TextLink to={paths.compareRules}>no rule or rate</TextLink> converts them.
        </>
      )}
    </p>
  );
}
