import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title?: ReactNode;
  description?: ReactNode;
  /** At the end of the title row. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled surface; a landmark region if it has a title. */
export function Panel({ title, description, actions, children }: Props) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <div className={classes.head}>
          <div className={classes.heading}>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {description && <p className={classes.description}>{description}</p>}
          </div>
          {actions && (
            <div className={classes.actions} data-actions>
              {actions}
            </div>
          )}
        </div>
      )}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
