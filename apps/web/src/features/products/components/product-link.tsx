import { Link } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import classes from './product-link.module.css';

/** The title of a product as the way to its page. */
export function ProductLink({ id, title }: { id: string; title: string }) {
  return (
    <Link to={paths.product} params={{ productId: id }} preload={false} className={classes.link}>
      {title}
    </Link>
  );
}
