import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { useFocusReturn } from '../../../lib/use-focus-return.ts';
import { useDropPreview } from '../api/cancel-bulk-update.ts';
import { bulkUpdateQuery } from '../api/get-bulk-update.ts';
import { batchTitle } from '../batch-words.ts';
import { BatchPreview } from './batch-preview.tsx';
import classes from './preview-dialog.module.css';

type Props = { batchId: string; onClose: () => void; onApplied: () => void };

/** A preview over the screen on which it was asked for; leaving it drops it. */
export function PreviewDialog({ batchId, onClose, onApplied }: Props) {
  const { data: batch } = useQuery(bulkUpdateQuery(useApi(), batchId));
  const drop = useDropPreview();
  const content = useFocusReturn(true);
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const cancel = () => {
    drop.mutate(batchId);
    onClose();
  };
  return (
    <Modal.Root
      opened
      onClose={cancel}
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
          <div>
            <Modal.Title className={classes.title}>Preview: {batch ? batchTitle(batch) : ''}</Modal.Title>
            <p className={classes.description}>Nothing has been written yet.</p>
          </div>
          {batch && <BatchPreview batch={batch} onCancel={cancel} onApplied={onApplied} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
