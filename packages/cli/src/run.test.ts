import { afterEach, expect, it, vi } from 'vitest';
import { run } from './run.ts';

afterEach(() => vi.unstubAllEnvs());

/** What a command says at an address, and how it ends. */
async function runAt(url: string, ...args: string[]) {
  vi.stubEnv('STOREFLEET_URL', url);
  vi.stubEnv('STOREFLEET_KEY', 'sfk_key');
  const noted: string[] = [];
  const note = (text: string) => noted.push(text);
  const code = await run(args, { print: note, note, progress: () => {}, ask: async () => null });
  return { code, noted };
}

it('says which address does not answer', async () => {
  expect(await runAt('http://localhost:1', 'stores')).toEqual({
    code: 1,
    noted: ['Network Error: http://localhost:1 does not answer.'],
  });
});

it.each(['stores.example.com', 'ftp://stores.example.com', ''])(
  'says that %j is no address to sign in at',
  async (url) => {
    expect(await runAt(url, 'stores')).toEqual({
      code: 2,
      noted: [`STOREFLEET_URL has to be an address like https://storefleet.example, not '${url}'.`],
    });
  },
);
