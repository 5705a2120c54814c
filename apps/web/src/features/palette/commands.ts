import type { TablerIcon } from '@tabler/icons-react';

/** In the order in which they stand. */
export const GROUPS = ['Products', 'Views', 'Stores', 'On this screen', 'Go to', 'Actions'] as const;
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
  /** It opens something of its own: the palette goes first. */
  readonly opens?: boolean;
};

/** Those that hold every word that was typed, where the title begins with it first. */
export function matchingCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const [first = ''] = words;
  const found = commands.filter(({ title, keywords = '' }) => {
    const text = fold(`${title} ${keywords}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: Command) => Number(!fold(title).startsWith(first));
  return found.toSorted((a, b) => begins(a) - begins(b));
}

export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
