import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { listenForImport, pastedRows } from '../open-import.ts';

const ImportDialog = deferred(() => import('./import-dialog.tsx'), 'ImportDialog');

/** On every screen: handles rows pasted outside of cells and fields, and opens the import on request. */
export function ImportLayer() {
  const [opened, setOpened] = useState<{ pasted: File | null } | null>(null);
  const withheld = usePermission('bulkUpdates.planImport');
  const navigate = useNavigate();
  const onAsked = useEffectEvent(() => {
    if (withheld === null) setOpened({ pasted: null });
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = withheld === null && opened === null ? pastedRows(event) : null;
    if (pasted === null) return;
    event.preventDefault();
    setOpened({ pasted });
  });
  useEffect(() => listenForImport(() => onAsked()), []);
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
  return (
    opened && (
      <ImportDialog
        pasted={opened.pasted}
        onClose={() => setOpened(null)}
        onRead={(batchId) => {
          setOpened(null);
          void navigate({ to: paths.bulkUpdate, params: { batchId } });
        }}
      />
    )
  );
}
