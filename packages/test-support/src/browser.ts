import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where the usual packages put their browser. */
const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The machine's Chrome or Chromium (or the one of CHROME_PATH), else the one that the registry brings. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [process.env.CHROME_PATH ?? '', ...INSTALLED].find(
    (file) => file !== '' && existsSync(file),
  );
  if (installed) return { executablePath: installed, args: ['--no-sandbox', '--disable-dev-shm-usage'] };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { executablePath: await packaged.executablePath(), args: packaged.args };
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), headless: true });
}
