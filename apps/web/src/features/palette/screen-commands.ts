import { IconClick } from '@tabler/icons-react';
import { type Command, fold } from './commands.ts';

/** Where a screen and its panels offer what they do. */
const OFFERED = '[data-action], [data-actions] :is(button, a[href])';
const OUT_OF_REACH = ':disabled, [aria-disabled="true"]';

/** What the screen currently offers by its buttons and links; each name once. */
export function screenCommands(): Command[] {
  const byTitle = new Map<string, Command>();
  for (const element of document.querySelectorAll<HTMLElement>(OFFERED)) {
    const title = element.dataset.action ?? element.ariaLabel ?? element.textContent.trim();
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

/** How long a screen may take to offer what is pressed on it, in milliseconds. */
const OFFERED_WITHIN = 10_000;

/** Goes on to a screen and presses what it offers there, as soon as it is on it. */
export async function pressOn(goTo: () => Promise<void>, action: string): Promise<void> {
  await goTo();
  const pressed = () => {
    const offered = document.querySelector<HTMLElement>(`[data-action="${action}"]`);
    press(offered);
    return offered !== null;
  };
  if (pressed()) return;
  const observer = new MutationObserver(() => {
    if (pressed()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), OFFERED_WITHIN);
}

/** Wide screens have some things elsewhere than narrow ones. */
export function firstSeen(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;
}

/** As with the mouse: what it opens gives the focus back to it. */
export function press(element: HTMLElement | null): void {
  element?.focus();
  element?.click();
}
