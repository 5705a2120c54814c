import { Button, Menu } from '@mantine/core';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { IconBookmarkFilled, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { offerUndo, offerUndoAgain } from '../../../components/feedback/undo-toast.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { useDeleteView, usePinView, useRestoreView, useUpdateView } from '../api/views.ts';
import { isSameAddress } from '../view-address.ts';
import { lostOf } from '../view-problems.ts';
import classes from './view-control.module.css';
import { ViewDialog } from './view-dialog.tsx';
import { Note } from './view-note.tsx';

type OpenedProps = {
  view: SavedView;
  now: Record<string, string>;
  /** The saved state of the same parameters. */
  saved: Record<string, string>;
  onReset: () => void;
  onCopy: () => void;
};

/** The open view's name, whether it was modified, and its actions. */
export function OpenedView({ view, now, saved, onReset, onCopy }: OpenedProps) {
  const [renaming, setRenaming] = useState(false);
  const update = useUpdateView();
  const pinning = usePinView();
  const deletion = useDeletion();
  const failure = update.error ?? pinning.error ?? deletion.error;
  const author = view.owner.name ?? view.owner.email;
  const stores = useQuery(storesQuery(useApi())).data;
  const isModified = !isSameAddress(now, saved);
  const lost = lostOf(view.address, saved, stores);
  return (
    <>
      <Menu position="bottom-start" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBookmarkFilled size={14} aria-hidden />}
            rightSection={<IconChevronDown size={13} aria-hidden />}
            className={classes.name}
            aria-label={`View ${view.name}`}
          >
            {view.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {view.is_mine
              ? view.is_shared
                ? 'Yours, shared with everyone'
                : 'Only you'
              : `Shared by ${author}; only they can change it`}
          </Menu.Label>
          {view.is_mine && (
            <>
              <Menu.Item onClick={() => setRenaming(true)}>Rename</Menu.Item>
              <Menu.Item onClick={() => update.mutate({ view, is_shared: !view.is_shared })}>
                {view.is_shared ? 'Stop sharing' : 'Share with everyone'}
              </Menu.Item>
            </>
          )}
          <Menu.Item onClick={() => pinning.mutate({ view, is_pinned: !view.is_pinned })}>
            {view.is_pinned ? 'Unpin' : 'Pin to the navigation'}
          </Menu.Item>
          <Menu.Item onClick={onCopy}>Save as a new view</Menu.Item>
          {view.is_mine && (
            <Menu.Item className="danger" onClick={() => deletion.mutate(view)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isModified && (
        <>
          <span className={classes.modified}>Modified</span>
          {view.is_mine ? (
            <Button
              variant="light"
              size="compact-sm"
              loading={update.isPending}
              onClick={() => update.mutate({ view, address: now })}
            >
              Save
            </Button>
          ) : (
            <Button variant="light" size="compact-sm" onClick={onCopy}>
              Save a copy
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onReset}>
            Reset
          </Button>
        </>
      )}
      {lost && <Note>{lost}</Note>}
      {failure && (
        <div className={classes.whole}>
          <FailureBanner
            title="The view was not changed"
            error={failure}
            onDismiss={() => {
              for (const change of [update, pinning, deletion]) change.reset();
            }}
          />
        </div>
      )}
      {renaming && <ViewDialog title="Rename view" view={view} onClose={() => setRenaming(false)} />}
    </>
  );
}

/** Deletes a view at once, and offers Undo. */
function useDeletion() {
  const restoring = useRestoreView((error, view) =>
    offerUndoAgain(offer(view, `“${view.name}” was not restored.`), error),
  );
  const offer = (view: SavedView, title: string) => ({
    id: view.id,
    title,
    onUndo: () => restoring.mutate(view),
  });
  return useDeleteView((view) => {
    const whose = view.is_shared ? ' for everybody' : '';
    offerUndo(offer(view, `“${view.name}” was deleted${whose}.`));
  });
}
