import { Button } from '@mantine/core';
import classes from './page-steps.module.css';

type Props = {
  name: string;
  /** Labels of the buttons: previous and next. */
  labels?: readonly [string, string];
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Pager of a short list in a panel or dialog; hidden for a single page. */
export function PageSteps({ name, labels = ['Previous', 'Next'], page, pages, onPage }: Props) {
  if (pages < 2) return null;
  return (
    <nav className={classes.steps} aria-label={name}>
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {labels[0]}
      </Button>
      <span role="status" className="tabular">
        Page {page} of {pages}
      </span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {labels[1]}
      </Button>
    </nav>
  );
}
