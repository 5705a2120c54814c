import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Banner } from '../../../components/feedback/banner.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { SetupForm } from '../../../features/auth/components/setup-form.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { configQuery, useAppConfig } from '../../../lib/api/app-config.ts';
import { paths } from '../../../lib/paths.ts';
import { SignInLayout } from '../../layout/sign-in-layout.tsx';
import { usePageTitle } from '../../use-page-title.ts';

const route = getRouteApi(paths.setup);

export function SetupScreen() {
  usePageTitle('Setup');
  const { needs_setup: needsSetup } = useAppConfig();
  const { token } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const api = useApi();

  if (!needsSetup) {
    return (
      <SignInLayout subtitle="Setup">
        <Stack gap="md">
          <Banner tone="success" title="Setup complete">
            <Text inherit>The first account exists. Add more members under Settings.</Text>
          </Banner>
          <TextLink to={paths.login}>Sign in</TextLink>
        </Stack>
      </SignInLayout>
    );
  }
  if (!token) {
    return (
      <SignInLayout subtitle="Setup">
        <Banner tone="warning" title="The setup link is incomplete">
          <Text inherit>Open the full link that the server printed at startup. It ends in a long token.</Text>
        </Banner>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout subtitle="Create the first account. This page works once.">
      <SetupForm
        token={token}
        onCreated={() => {
          queryClient.setQueryData(configQuery(api).queryKey, (config) =>
            config ? { ...config, needs_setup: false } : config,
          );
          router.history.replace(paths.dashboard);
        }}
      />
    </SignInLayout>
  );
}
