import { Button, Group, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { paths } from '../../../../lib/paths.ts';
import { useAuthorizeStore } from '../../api/authorize-store.ts';

type Props = {
  storeId: string;
  /** The message shown after saving. */
  savedMessage: string;
};

/** Continues to Shopify's consent page with a store that was just saved. */
export function ConnectSavedStore({ storeId, savedMessage }: Props) {
  const { mutate: connect, error } = useAuthorizeStore(storeId);
  useEffect(() => connect(), [connect]);

  if (!error) {
    return (
      <Banner tone="success" title={savedMessage}>
        <Group gap="xs">
          <Loader size={14} aria-hidden />
          Opening Shopify to approve the app …
        </Group>
      </Banner>
    );
  }
  return (
    <Banner tone="danger" title="The store was saved but could not be connected to Shopify">
      {describeError(error)}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => connect()}>
          Try again
        </Button>
        <ButtonLink to={paths.store} params={{ storeId }} size="compact-sm" variant="default">
          Go to the store
        </ButtonLink>
      </Group>
    </Banner>
  );
}
