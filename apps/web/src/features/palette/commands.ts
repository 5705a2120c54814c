import type { TablerIcon } from '@tabler/icons-react';

/** In the listed order, unless the text says what is meant. */
const GROUPS = ['Products', 'Views', 'Stores', 'On this screen', 'Go to', 'Actions'] as const;
export type CommandGroup = (typeof GROUPS)[number];

/** A line of the palette: what Enter opens or does. */
export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** Below the title, or behind it where there is room. */
  readonly detail?: string;
  /** At the end of the line: a price, or the keys that do the same. */
  readonly aside?: string;
  readonly icon: TablerIcon;
  /** Further words by which it is found. */
  readonly keywords?: string;
  /** A promise that fails keeps the palette open, with the reason. */
  readonly run: () => unknown;
  /** One of many alike: not listed until something is typed. */
  readonly typedOnly?: boolean;
  /** Why the person may not do it: it is marked, and Enter says so. */
  readonly withheld?: string | null;
  /** It opens something of its own: the palette goes first. */
  readonly opens?: boolean;
};

/** Those that hold every word that was typed, where the title begins with it first. */
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

/** The whole name of a screen, store or action leads to it, and the search for products that are none comes last. */
export function inGroups(commands: readonly Command[], typed: string): readonly Command[] {
  // An Enter too many leads to a screen, and starts nothing.
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
