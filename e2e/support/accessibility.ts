import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Colours follow a new theme in transitions, however short: in between, they are those of neither. */
const TRANSITIONS_ENDED = `(async () => {
  const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
  while (isMoving()) await new Promise(requestAnimationFrame);
})()`;

/** What axe finds wrong with the page as it stands, in the light theme and in the dark one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await page.evaluate(TRANSITIONS_ENDED);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
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
