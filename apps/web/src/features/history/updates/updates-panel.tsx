import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import type { UndoSubject } from '../api/undo.ts';
import type { HistoryView } from '../filters/history-address.ts';
import { batchesQuery } from './batches-query.ts';
import { UpdateLine } from './update-line.tsx';
import classes from './updates.module.css';

type Props = { view: HistoryView; onUndo: (subject: UndoSubject) => void };

/** Of a full page of updates, in pixels: the changes below stay where they are once it is there. */
const PAGE_HEIGHT = 615;

/** The history as a feed: a line for each update, import, undo and sync with changes. */
export function UpdatesPanel({ view, onUndo }: Props) {
  const query = useInfiniteQuery(batchesQuery(useApi(), view));
  const lines = query.data?.pages.flatMap((page) => page.batches);
  // The table below shows the empty state.
  if (lines?.length === 0) return null;
  return (
    <div className={classes.updates}>
      <Panel title="Updates" description="Changes made together. Open an update to see them.">
        {query.error && <QueryErrorBanner title="The updates could not be read." query={query} />}
        {query.isPending && <Loading label="Loading updates" height={PAGE_HEIGHT} />}
        {lines && (
          <ul className="plain-list" aria-busy={query.isPlaceholderData}>
            {lines.map((line) => (
              <UpdateLine key={line.batch_id} line={line} view={view} onUndo={onUndo} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            className={classes.more}
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Older updates
          </Button>
        )}
      </Panel>
    </div>
  );
}
