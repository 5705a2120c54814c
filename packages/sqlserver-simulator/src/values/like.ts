/** A LIKE pattern as a regular expression over folded texts: `%`, `_`, `[a-f]` and `[^abc]`. */
export function likePattern(pattern: string): RegExp {
  const characters = [...pattern];
  const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  let source = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '%') {
      source += '.*';
    } else if (character === '_') {
      source += '.';
    } else if (character === '[') {
      const end = characters.indexOf(']', at + 1);
      // A bracket that is not closed matches nothing at all.
      if (end < 0) return /(?!)/;
      const negated = characters[at + 1] === '^';
      const set = characters.slice(at + (negated ? 2 : 1), end);
      const parts = set.map((part, index) =>
        part === '-' && index > 0 && index < set.length - 1 ? '-' : literal(part),
      );
      source += set.length === 0 ? '(?!)' : `[${negated ? '^' : ''}${parts.join('')}]`;
      at = end;
    } else {
      source += literal(character);
    }
  }
  return new RegExp(`^${source}$`, 'su');
}
