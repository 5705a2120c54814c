import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder that keeps a screen's layout while its code loads. */
export function ScreenPending() {
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={28} width={220} />
      <Skeleton height={120} />
      <Skeleton height={240} />
    </Stack>
  );
}
