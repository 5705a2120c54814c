import { Stack } from '@mantine/core';
import type { AccountNotice } from '@storefleet/contract/people/account';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { accountQuery, useDismissNotice } from '../api/account.ts';

/** Notices to the signed-in user, until dismissed. */
export function AccountNotices() {
  const { data } = useQuery(accountQuery(useApi()));
  const dismissal = useDismissNotice();
  const notices = data?.account?.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {notices.map((notice) => (
        <Banner
          key={notice.id}
          tone="warning"
          title={`${whoOf(notice)} was given a link that signs in as you`}
          onDismiss={() => dismissal.mutate(notice.id)}
        >
          It was created on {formatDateTime(notice.created_at)}, to choose a new password for your account. If
          you did not ask for one, choose a new password with “Forgot password?” on the sign-in page.
          {dismissal.error && dismissal.variables === notice.id && (
            <> Failed to dismiss this: {describeError(dismissal.error)}</>
          )}
        </Banner>
      ))}
    </Stack>
  );
}

function whoOf({ actor_email: email }: AccountNotice): string {
  return email ?? 'A server administrator';
}
