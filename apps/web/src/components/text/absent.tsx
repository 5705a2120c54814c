/** Unknown is not zero: a visible dash, words for screen readers. `notRead`: not synced yet. */
export function Absent({ what, notRead = false }: { what: string; notRead?: boolean }) {
  return (
    <span className="muted" data-absent title={notRead ? 'Not read from the store yet' : undefined}>
      <span aria-hidden>–</span>
      <span className="sr-only">{notRead ? `The ${what} was not read yet` : `No ${what}`}</span>
    </span>
  );
}
