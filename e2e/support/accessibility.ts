import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isTooWideForAPhone, transitionsEnded } from './screens.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Behind an open dialog lies a screen that is checked without it. */
const IN_FRONT = `[...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document`;

/** Further rows of a table repeat the first five, and would take most of the time. */
const REPEATED = ['tbody > tr', '[role="row"]'].map((row) => `${row}:nth-child(n + 6)`);

/** Axe's findings on the current page or its open dialog, in the light and the dark theme. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate('!!window.axe'))) await page.evaluate(AXE);
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await transitionsEnded(page);
    // Only the colours differ between the themes.
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules });
    const scope = `{ include: ${IN_FRONT}, exclude: ${JSON.stringify(REPEATED)} }`;
    const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
      `axe.run(${scope}, ${options}).then(({ violations }) => ({ violations }))`,
    );
    for (const { id, help, nodes } of violations) {
      const places = nodes.map(({ target }) => target.join(' ')).join(', ');
      problems.push(`${page.url()} (${colorScheme}) ${id}: ${help}: ${places}`);
    }
  }
  return problems;
}

/** Checks axe in both themes, and the width of a phone. */
export async function expectSound(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await isTooWideForAPhone(page)).toBe(false);
}
