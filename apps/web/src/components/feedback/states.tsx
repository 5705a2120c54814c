import { Button, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** 1 if the state is the whole screen. */
type HeadingLevel = 1 | 2;

type EmptyStateProps = {
  level?: HeadingLevel;
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Next step. */
  action?: ReactNode;
};

export function EmptyState({ level = 2, icon, title, description, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Title order={level} size="h2" className={classes.title}>
        {title}
      </Title>
      {description && <div className={classes.description}>{description}</div>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

type ErrorStateProps = {
  level?: HeadingLevel;
  title: ReactNode;
  /** The error's own message. */
  detail?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  children?: ReactNode;
};

export function ErrorState({
  level = 2,
  title,
  detail,
  onRetry,
  retrying = false,
  children,
}: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <div className={classes.icon} data-tone="danger" aria-hidden>
        <IconAlertTriangle size={20} stroke={1.6} />
      </div>
      <Title order={level} size="h2" className={classes.title}>
        {title}
      </Title>
      {detail && <div className={classes.description}>{detail}</div>}
      <div className={classes.actions}>
        {onRetry && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={retrying}
            onClick={onRetry}
          >
            Retry
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
