import { IconClick } from '@tabler/icons-react';
import { type Command, fold } from './commands.ts';

/** Where a screen and its panels offer what they do. */
const OFFERED = '[data-actions] :is(button, a[href])';
const OUT_OF_REACH = ':disabled, [aria-disabled="true"]';

/** What the screen offers by its buttons and links, as it stands now; each name once. */
export function screenCommands(): Command[] {
  const byTitle = new Map<string, Command>();
  for (const element of document.querySelectorAll<HTMLElement>(OFFERED)) {
    const title = element.ariaLabel ?? element.textContent.trim();
    if (title === '' || byTitle.has(fold(title))) continue;
    if (element.matches(OUT_OF_REACH) || !element.checkVisibility()) continue;
    byTitle.set(fold(title), {
      id: `screen ${title}`,
      group: 'On this screen',
      title,
      icon: IconClick,
      opens: true,
      run: () => press(element),
    });
  }
  return [...byTitle.values()];
}

/** As with the mouse: what it opens gives the focus back to it. */
export function press(element: HTMLElement | null): void {
  element?.focus();
  element?.click();
}
