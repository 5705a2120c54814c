import classes from './absent.module.css';

/** Unknown is not zero: a dash for the eye, a word for a screen reader. */
export function Absent({ what }: { what: string }) {
  return (
    <span className={classes.absent}>
      <span aria-hidden>–</span>
      <span className="sr-only">No {what}</span>
    </span>
  );
}
