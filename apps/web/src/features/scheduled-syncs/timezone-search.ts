/** Timezones matching every search word; those where a part starts with it first. */
export function findTimezones(timezones: readonly string[], search: string): string[] {
  const words = search.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [...timezones];
  const found = timezones.filter((name) => {
    const text = plain(name);
    return words.every((word) => text.includes(word));
  });
  const begins = (name: string) =>
    plain(name)
      .split(/[/ ]/)
      .some((part) => part.startsWith(first));
  return [...found.filter(begins), ...found.filter((name) => !begins(name))];
}

function plain(timezone: string): string {
  return timezone.toLowerCase().replaceAll('_', ' ');
}
