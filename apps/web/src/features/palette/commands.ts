import type { TablerIcon } from '@tabler/icons-react';

/** In this order, unless the text matches exactly. */
const GROUPS = ['Products', 'Views', 'Stores', 'On this screen', 'Go to', 'Actions'] as const;
type CommandGroup = (typeof GROUPS)[number];

/** A palette entry. */
export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** Below the title, or after it if there is room. */
  readonly detail?: string;
  /** At the end of the line: a price, or the equivalent shortcut. */
  readonly aside?: string;
  readonly icon: TablerIcon;
  /** Additional search words. */
  readonly keywords?: string;
  /** A rejection keeps the palette open and shows the error. */
  readonly run: () => unknown;
  /** One of many similar entries: listed only once something is typed. */
  readonly typedOnly?: boolean;
  /** Why the user may not run it: shown as disabled, and on Enter. */
  readonly withheld?: string | null;
  /** Opens its own layer: the palette closes first. */
  readonly opens?: boolean;
};

/** Commands containing every typed word; titles starting with the text first. */
export function matchingCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.filter(({ typedOnly }) => !typedOnly);
  const [first = ''] = words;
  const found = commands.filter(({ title, keywords = '' }) => {
    const text = fold(`${title} ${keywords}`);
    return words.every((word) => text.includes(word));
  });
  const place = ({ title }: Command) =>
    fold(title) === fold(typed) ? 0 : fold(title).startsWith(first) ? 1 : 2;
  return found.toSorted((a, b) => place(a) - place(b));
}

/** A full name of a screen, store or action ranks first; an empty product search ranks last. */
export function inGroups(commands: readonly Command[], typed: string): readonly Command[] {
  // An accidental Enter only navigates and starts nothing.
  const groups: readonly CommandGroup[] = typed === '' ? ['Go to', 'On this screen', 'Actions'] : GROUPS;
  const meant = commands.find(({ group, title }) => group !== 'Products' && fold(title) === fold(typed));
  const hasProducts = commands.some(({ group, id }) => group === 'Products' && id !== 'search');
  const place = (group: CommandGroup) =>
    group === meant?.group ? -1 : group === 'Products' && !hasProducts ? 1 : 0;
  return groups
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((group) => commands.filter((command) => command.group === group));
}

export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
