import { deferred } from '../../../../components/deferred.tsx';

export const LaterPreviewDialog = deferred(() => import('./preview-dialog.tsx'), 'PreviewDialog');

type Props = {
  /** The call that plans it. */
  plan: { data: { batch_id: string } | undefined; reset: () => void };
  onApplied: (batchId: string) => void;
};

/** The preview of what was planned, once it is. */
export function PlannedPreview({ plan, onApplied }: Props) {
  if (!plan.data) return null;
  const { batch_id } = plan.data;
  return (
    <LaterPreviewDialog
      batchId={batch_id}
      onClose={plan.reset}
      onApplied={() => {
        onApplied(batch_id);
        plan.reset();
      }}
    />
  );
}
