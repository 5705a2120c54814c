import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

type Props = {
  title: ReactNode;
  /** Before the title: a picture. */
  picture?: ReactNode;
  /** Above the title: a back link. */
  back?: ReactNode;
  /** Next to the title: a badge. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, picture, back, aside, description, actions }: Props) {
  return (
    <header className={classes.root}>
      {back && <div className={classes.back}>{back}</div>}
      <div className={classes.row} data-actions>
        <div className={classes.heading} data-picture={picture ? true : undefined}>
          {picture}
          <div>
            <div className={classes.titleRow}>
              <Title order={1} className={classes.title}>
                {title}
              </Title>
              {aside}
            </div>
            {description && <div className={classes.description}>{description}</div>}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
