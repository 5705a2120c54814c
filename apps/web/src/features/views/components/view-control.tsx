import { Button } from '@mantine/core';
import type { ViewScreen } from '@storefleet/contract/catalogue/catalogue-constants';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { viewsQuery } from '../api/views.ts';
import { keptOf, type Parameters } from '../view-address.ts';
import classes from './view-control.module.css';
import { Note } from './view-note.tsx';

const OpenedView = deferred(() => import('./opened-view.tsx'), 'OpenedView');
const ViewDialog = deferred(() => import('./view-dialog.tsx'), 'ViewDialog');

type Props = {
  screen: ViewScreen;
  /** The screen's own reading of an address, as an address. */
  read: (address: Parameters) => Parameters;
};

/** Saves the screen's state as a view, and shows whether the open view was modified. */
export function ViewControl({ screen, read }: Props) {
  const address = useSearch({ strict: false });
  const { data: views } = useQuery({ ...viewsQuery(useApi()), enabled: address.saved !== undefined });
  const view = views?.find(({ id }) => id === address.saved);
  const [naming, setNaming] = useState<'new' | 'copy' | null>(null);
  const navigate = useNavigate();
  const go = (parameters: Parameters) => void navigate({ to: '.', search: parameters, resetScroll: false });
  const now = keptOf(read(address));
  const open = (id: string | undefined) => go({ ...read(address), saved: id });
  return (
    <div className={classes.control}>
      {view ? (
        <OpenedView
          key={view.id}
          view={view}
          now={now}
          saved={keptOf(read(view.address))}
          onReset={() => go({ ...view.address, saved: view.id })}
          onCopy={() => setNaming('copy')}
        />
      ) : (
        <>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconBookmark size={14} aria-hidden />}
            onClick={() => setNaming('new')}
          >
            Save view
          </Button>
          {views && address.saved && (
            <Note onDismiss={() => open(undefined)}>
              The view of this link was deleted or is no longer shared.
            </Note>
          )}
        </>
      )}
      {naming && (
        <ViewDialog
          title={naming === 'copy' ? 'Save as a new view' : 'Save view'}
          screen={screen}
          address={now}
          onSaved={({ id }) => open(id)}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}
