import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconBuildingStore } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';

type Props = {
  query: ComponentProps<typeof QueryErrorState>['query'];
  /** The screen's sentence for a missing store. */
  missing?: string;
  /** Shown while loading. */
  children: ReactNode;
};

/** Shown instead of a screen whose store is missing, failed to load, or is loading. */
export function UnreadStore({ query, missing = messages.stores.notFound, children }: Props) {
  const router = useRouter();
  if (!query.error) return children;
  if (!isNotFound(query.error)) {
    return (
      <QueryErrorState level={1} title={messages.storeDetail.loadFailed} query={query}>
        <Button variant="subtle" onClick={() => router.history.back()}>
          Go Back
        </Button>
      </QueryErrorState>
    );
  }
  return (
    <EmptyState
      level={1}
      icon={<IconBuildingStore size={20} stroke={1.6} />}
      title={missing}
      description="It may have been deleted, or you may lack permission to see it."
      action={
        <ButtonLink to={paths.dashboard} variant="default">
          Return to Dashboard
        </ButtonLink>
      }
    />
  );
}
