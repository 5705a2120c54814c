import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

import { transitionsEnded } from './screens.ts';

/** What axe finds wrong with the current page, in the light theme and in the dark one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await transitionsEnded(page);
    // Without frames there is nothing to gather from other pages, for which axe would open one each time.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
    // Nothing but the colours differs between the themes.
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    const { violations } = await axe.analyze();
    for (const { id, help, nodes } of violations) {
      const places = nodes.map(({ target }) => target.join(' ')).join(', ');
      problems.push(`${page.url()} (${colorScheme}) ${id}: ${help}: ${places}`);
    }
  }
  return problems;
}
