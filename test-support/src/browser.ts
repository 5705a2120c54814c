import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Default browser paths of common packages. */
const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ARGS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** The machine's Chrome or Chromium (or the one of CHROME_PATH), else the one that the registry brings. */
export async function findBrowser(): Promise<LaunchOptions> {
  const installed = [process.env.CHROME_PATH ?? '', ...INSTALLED].find(
    (file) => file !== '' && existsSync(file),
  );
  return installed ? { executablePath: installed, args: ARGS } : packagedBrowser();
}

/**
 * The package is made for bare machines: it includes libraries and fonts. Its recommended arguments are for
 * a single page in one process, and disable features that the tests check.
 */
export async function packagedBrowser(): Promise<LaunchOptions> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  const folder = path.dirname(findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '');
  const libraries = await inflate(path.join(folder, 'bin/al2023.tar.br'));
  return {
    executablePath,
    args: [...ARGS, '--headless=shell', '--disable-gpu'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(libraries, 'lib'),
      FONTCONFIG_PATH: path.join(path.dirname(executablePath), 'fonts'),
    },
  };
}

/** The only platform supported by the package. */
export const isPackagedHere = process.platform === 'linux' && process.arch === 'x64';

/**
 * The browser for tests: the same for everybody, where it runs, and headless without a window, which saves
 * two thirds of the work. CHROME_PATH selects another.
 */
export async function findTestBrowser(): Promise<LaunchOptions> {
  return isPackagedHere && !process.env.CHROME_PATH ? packagedBrowser() : findBrowser();
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), headless: true });
}
