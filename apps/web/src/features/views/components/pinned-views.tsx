import { useMediaQuery } from '@mantine/hooks';
import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { readText, removeEntry, writeText } from '../../../lib/browser/browser-storage.ts';
import { viewsQuery } from '../api/views.ts';
import classes from './pinned-views.module.css';

const ViewLink = deferred(() => import('./views-list.tsx'), 'ViewLink');

/** A person's pinned views, below the bar of every wide screen. Narrow ones have them in the menu. */
export function PinnedViews() {
  return useMediaQuery('(min-width: 66.01em)', true, { getInitialValueInEffect: false }) ? <Pinned /> : null;
}

function Pinned() {
  const views = useQuery(viewsQuery(useApi())).data;
  const pinned = views?.filter(({ is_pinned }) => is_pinned);
  const hasPinned = pinned && pinned.length > 0;
  useEffect(() => {
    if (hasPinned) writeText(PREFERENCE_KEYS.hasPinnedViews, 'true');
    if (hasPinned === false) removeEntry(PREFERENCE_KEYS.hasPinnedViews);
  }, [hasPinned]);
  // Reserves their space, so that the screen does not shift when they load.
  if (!(hasPinned ?? readText(PREFERENCE_KEYS.hasPinnedViews))) return null;
  return (
    <nav aria-label="Pinned views" className={classes.strip}>
      {pinned?.map((view) => (
        <ViewLink key={view.id} view={view} />
      ))}
    </nav>
  );
}
