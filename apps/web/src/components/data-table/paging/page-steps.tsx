import { Button } from '@mantine/core';
import classes from './page-steps.module.css';

type Props = {
  name: string;
  /** Of the buttons: back and forth. */
  labels?: readonly [string, string];
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Through a short list within a panel or a dialog; nothing where it has one page. */
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
