import process from 'node:process';
import { createApiClient } from '@storefleet/client/api-client';
import { API_KEY_START } from '@storefleet/contract/constants';
import { UsageError } from '../command.ts';
import { isWebAddress, saveSignIn } from '../sign-in.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Stores an API key after a successful call with it. It is typed or read from the environment, so that no
 * process list shows it.
 */
export async function login([url, ...more]: readonly string[], terminal: Terminal): Promise<void> {
  if (url === undefined || more.length > 0 || !isWebAddress(url)) {
    throw new UsageError('Type where Storefleet runs: storefleet login https://storefleet.example');
  }
  const typed = process.env.STOREFLEET_KEY ?? (await terminal.ask('API key (Settings → API keys): '));
  const key = typed?.trim() ?? '';
  if (!key.startsWith(API_KEY_START)) {
    throw new UsageError(
      `An API key begins with ${API_KEY_START}. Type it when asked, or set STOREFLEET_KEY.`,
    );
  }
  const baseUrl = url.replace(/\/+$/, '');
  const api = createApiClient({ baseUrl, getAccessToken: async () => key, onUnauthorized: async () => null });
  const { role } = await api.call('account.get');
  const file = await saveSignIn({ url: baseUrl, key });
  terminal.print(`Signed in to ${baseUrl} as ${role}. The key is kept in ${file}.`);
}
