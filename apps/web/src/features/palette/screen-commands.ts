import { IconClick } from '@tabler/icons-react';
import { type Command, fold } from './commands.ts';

/** Elements with actions of a screen and its panels. */
const OFFERED = '[data-action], [data-actions] :is(button, a[href])';
const OUT_OF_REACH = ':disabled, [aria-disabled="true"]';

/** Actions of the current screen's buttons and links, by unique name. */
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

/** Milliseconds to wait for a screen's action to appear. */
const OFFERED_WITHIN = 10_000;

/** Navigates to a screen and triggers its action once available. */
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

/** Wide and narrow screens render some controls in different places. */
export function firstSeen(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;
}

/** Like a mouse click: whatever it opens returns the focus to it. */
export function press(element: HTMLElement | null): void {
  element?.focus();
  element?.click();
}
