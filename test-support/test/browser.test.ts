import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { isPackagedHere, packagedBrowser } from '../src/browser.ts';

it.runIf(isPackagedHere)(
  'the browser that the registry brings keeps several visitors apart',
  async () => {
    const browser = await chromium.launch(await packagedBrowser());
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext({ colorScheme: 'dark' })]);
    await (await one.newPage()).setContent('<h1>one</h1>');
    const page = await two.newPage();
    await page.setContent('<h1>two</h1>');
    await one.close();
    expect(await page.getByRole('heading').textContent()).toBe('two');
    await browser.close();
  },
  120_000,
);
