import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { UsageError } from './command.ts';

/** Where Storefleet runs, and the API key to sign in with. */
type SignIn = { readonly url: string; readonly key: string };

function fileOf(): string {
  const folder = process.env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config');
  return path.join(folder, 'storefleet', 'sign-in.json');
}

export const isWebAddress = (url: string) =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/** Readable by its owner only. Returns its path. */
export async function saveSignIn(signIn: SignIn): Promise<string> {
  const file = fileOf();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The environment takes precedence over saved values. */
export async function readSignIn(): Promise<SignIn> {
  const saved = await readFile(fileOf(), 'utf8').then(
    (text) => JSON.parse(text) as Partial<SignIn>,
    () => ({}) as Partial<SignIn>,
  );
  const url = process.env.STOREFLEET_URL ?? saved.url;
  const key = process.env.STOREFLEET_KEY ?? saved.key;
  if (url === undefined || key === undefined) {
    throw new UsageError('Sign in first: storefleet login URL, or set STOREFLEET_URL and STOREFLEET_KEY.');
  }
  if (!isWebAddress(url)) {
    throw new UsageError(
      `STOREFLEET_URL has to be an address like https://storefleet.example, not '${url}'.`,
    );
  }
  return { url: url.replace(/\/+$/, ''), key };
}
