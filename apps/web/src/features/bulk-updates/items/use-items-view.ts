import { useDebouncedCallback } from '@mantine/hooks';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ItemsFilter } from '../../batches/queries.ts';
import { readItemsView } from './items-view.ts';

/** Debounce of typing before a request, in milliseconds. */
const TYPING_MS = 200;

/**
 * Row filter of an update. On the update's screen it is kept in the URL, for Back, reload and links; in a
 * dialog it lasts while the preview is open.
 */
export function useItemsView(batch: BulkUpdateBatch) {
  const match = useMatch({ from: '/guarded/layout/bulk-updates/$batchId', shouldThrow: false });
  const navigate = useNavigate();
  const [own, setOwn] = useState<ItemsFilter>({});
  const [typed, setTyped] = useState<string | null>(null);
  const isScreen = match?.params.batchId === batch.batch_id;
  const asked = isScreen ? readItemsView(match.search, batch) : own;
  const view = typed === null ? asked : { ...asked, q: typed || undefined };

  const keep = (next: ItemsFilter, replace = false) => {
    if (isScreen) void navigate({ to: '.', search: next, replace, resetScroll: false });
    else setOwn(next);
  };
  // One history entry per letter would break Back.
  const keepTyped = useDebouncedCallback(() => typed !== null && keep(view, true), TYPING_MS);
  const askedText = asked.q ?? '';
  useEffect(() => {
    if (typed === askedText) setTyped(null);
  }, [typed, askedText]);

  return {
    view,
    /** Without pending (debounced) text. */
    asked,
    isTyping: typed !== null,
    change: (next: ItemsFilter) => {
      setTyped(null);
      keep(next);
    },
    find: (text: string) => {
      setTyped(text);
      keepTyped();
    },
  };
}

export type ItemsView = ReturnType<typeof useItemsView>;
