import { Tooltip } from '@mantine/core';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/format/format-time.ts';

const MINUTE = 60_000;

/** "4 min ago", with the exact local time and zone on hover and focus. */
export function RelativeTime({ value }: { value: string }) {
  const now = useNow(MINUTE / 4);
  return (
    <Tooltip label={formatDateTime(value)}>
      <time dateTime={value}>{formatRelativeTime(value, now)}</time>
    </Tooltip>
  );
}
