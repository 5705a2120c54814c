import { useDebouncedCallback } from '@mantine/hooks';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ItemsFilter } from '../api/queries.ts';
import { readItemsView } from './items-view.ts';

/** Milliseconds of rest in typing before the server is asked. */
const TYPING_MS = 200;

/**
 * Which rows of an update are shown. On the screen of the update it stands in the address, so that Back, reload and
 * a link keep it; over another screen it lasts as long as the preview is open.
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
  // Letter by letter would be as many steps back.
  const keepTyped = useDebouncedCallback(() => typed !== null && keep(view, true), TYPING_MS);
  const askedText = asked.q ?? '';
  useEffect(() => {
    if (typed === askedText) setTyped(null);
  }, [typed, askedText]);

  return {
    view,
    /** The same without what is still being typed. */
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
