import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useFocusReturn } from '../../../../lib/browser/use-focus-return.ts';
import { batchTitle } from '../../../batches/batch-words.ts';
import { bulkUpdateQuery } from '../../../batches/queries.ts';
import { isClosed, isWaiting } from '../../../inbox/inbox-words.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import { isScheduled } from '../../../scheduled-changes/schedule-words.ts';
import { applyKey } from '../../api/apply-bulk-update.ts';
import { useDropPreview } from '../../api/changes.ts';
import { BatchPreview } from './batch-preview.tsx';
import classes from './preview-dialog.module.css';

type Props = {
  batchId: string;
  /** `isPlan`: submitted or scheduled, so closing keeps it. */
  onClose: (isPlan: boolean) => void;
  onApplied: () => void;
};

/** A preview over the screen that requested it; closing drops it, unless it was started. */
export function PreviewDialog({ batchId, onClose, onApplied }: Props) {
  const { data: batch } = useQuery(bulkUpdateQuery(useApi(), batchId));
  const definitions = useDefinitions();
  const drop = useDropPreview(batchId, onApplied);
  const queryClient = useQueryClient();
  const content = useFocusReturn(true);
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isApplying = () => queryClient.isMutating({ mutationKey: applyKey(batchId) }) > 0;
  const cancel = () => {
    // Pending and decided plans stay for their approvers and authors.
    const isPlan = batch !== undefined && (isWaiting(batch) || isClosed(batch) || isScheduled(batch));
    if (!isPlan && !isApplying()) drop.mutate();
    onClose(isPlan);
  };
  return (
    <Modal.Root
      opened
      onClose={() => {
        if (!isApplying()) cancel();
      }}
      closeOnClickOutside={false}
      returnFocus={false}
      fullScreen={fullScreen}
      size="70rem"
      yOffset="4vh"
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} radius={fullScreen ? 0 : 'lg'}>
        <Modal.Body className={classes.body}>
          <Modal.Title className={classes.title}>
            Preview: {batch ? batchTitle(batch, definitions) : ''}
          </Modal.Title>
          {batch && <BatchPreview batch={batch} onCancel={cancel} onApplied={onApplied} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
