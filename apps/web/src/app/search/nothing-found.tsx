import { Button, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconSearchOff } from '@tabler/icons-react';
import { deferred } from '../../components/deferred.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import type { ProductSearch } from '../../features/products/search-address.ts';

/** Its parser of filters is loaded by screens that filter. */
const UnreadNames = deferred(() => import('../../features/products/filters/unread-names.tsx'), 'UnreadNames');

type Props = { search: ProductSearch; onChange: (changes: Partial<ProductSearch>) => void };

/** Says what to try where a search finds nothing. */
export function NothingFound({ search, onChange }: Props) {
  const someStores = search.stores !== 'all';
  const advice = someStores
    ? 'Only some of your stores were searched.'
    : 'Check the spelling, use fewer words, or search by another field.';
  return (
    <EmptyState
      icon={<IconSearchOff size={20} stroke={1.6} />}
      title={
        <>
          {messages.search.empty}
          <VisuallyHidden role="status">{messages.search.empty}</VisuallyHidden>
        </>
      }
      description={search.filter === '' ? advice : <UnreadNames filter={search.filter} otherwise={advice} />}
      action={
        someStores && (
          <Button variant="default" onClick={() => onChange({ stores: 'all' })}>
            Search all stores
          </Button>
        )
      }
    />
  );
}
