const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1_024;

/** "640 kB", "1.2 GB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP))),
  );
  const value = bytes / STEP ** power;
  return `${value.toFixed(power > 1 && value < 10 ? 1 : 0)} ${UNITS[power]}`;
}
