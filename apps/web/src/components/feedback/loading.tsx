import { Skeleton, VisuallyHidden } from '@mantine/core';

/** In place of a part that loads: its outline, and what loads for screen readers. */
export function Loading({ label, height }: { label: string; height: number | string }) {
  return (
    <>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <Skeleton height={height} />
    </>
  );
}
