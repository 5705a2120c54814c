import { MantineProvider } from '@mantine/core';
import type { ApiClient, CallInput, CallResult } from '@storefleet/client/api-client';
import type { ApiCallId } from '@storefleet/contract/api/paths';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { createAppRouter } from '../app/router.tsx';
import { theme } from '../app/theme.ts';
import { AuthProvider } from '../features/auth/auth-context.tsx';
import type { AuthSession } from '../features/auth/auth-session.ts';
import { ApiProvider } from '../lib/api/api-context.ts';
import { createQueryClient } from '../lib/api/query-client.ts';

type Answer<Id extends ApiCallId> = (
  input: CallInput<Id>,
) => CallResult<Id> | Error | Promise<CallResult<Id>>;

/** Server answers by call. */
export type Answers = { [Id in ApiCallId]?: Answer<Id> };

export type Call = { id: ApiCallId; params?: unknown; body?: unknown; headers?: unknown };

const config: Answer<'config.get'> = () => ({
  app_name: 'Storefleet',
  auth: { url: 'http://localhost/auth/v1', anon_key: 'anon' },
  needs_setup: false,
  version: '1.0.0',
});

const account: Answer<'account.get'> = () => ({
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'ada@shops.example',
  name: null,
  role: 'owner',
  store_ids: null,
  notices: [],
});

/** Renders the app at a URL as a signed-in user, with these API answers. */
export function renderApp(address: string, answers: Answers): { calls: readonly Call[] } {
  const calls: Call[] = [];
  const all: Answers = { 'config.get': config, 'account.get': account, ...answers };
  const call = async (id: ApiCallId, input: Omit<Call, 'id'> = {}) => {
    calls.push({ id, params: input.params, body: input.body, headers: input.headers });
    const answer = all[id] as ((input: unknown) => unknown) | undefined;
    if (!answer) throw new Error(`This test has no answer to ${id}.`);
    const answered = await answer(input);
    if (answered instanceof Error) throw answered;
    return answered;
  };
  const state = { status: 'signed-in', session: { user: { email: 'ada@shops.example' } } };
  const auth = { subscribe: () => () => undefined, getState: () => state } as unknown as AuthSession;
  window.history.replaceState(null, '', address);
  render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider value={{ call } as unknown as ApiClient}>
          <AuthProvider value={auth}>
            <RouterProvider router={createAppRouter({ auth })} />
          </AuthProvider>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { calls };
}
