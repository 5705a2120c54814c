import type { ReactNode } from 'react';
import classes from './product-name.module.css';

type Props = {
  title: ReactNode;
  variant?: string | null;
  sku?: string | null;
  /** Additional text below the title. */
  children?: ReactNode;
};

/** A product or variant in a cell. Plain elements, since hundreds of them scroll by. */
export function ProductName({ title, variant, sku, children }: Props) {
  return (
    <>
      <span className={classes.title}>{title}</span>
      {(variant || sku || children) && (
        <span className={classes.details}>
          {variant && <span className={classes.variant}>{variant}</span>}
          {sku && <Sku sku={sku} />}
          {children}
        </span>
      )}
    </>
  );
}

export function Sku({ sku }: { sku: string }) {
  return (
    <span className={`${classes.sku} code`}>
      <span className="sr-only">SKU </span>
      {sku}
    </span>
  );
}
