import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

export type BannerTone = 'success' | 'warning' | 'danger' | 'info';

type Props = {
  tone: BannerTone;
  title: ReactNode;
  children?: ReactNode;
  onDismiss?: () => void;
};

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
  info: IconInfoCircle,
};

/** A message that stays until it is dismissed. */
export function Banner({ tone, title, children, onDismiss }: Props) {
  const Icon = icons[tone];
  return (
    <Alert
      className={classes.banner}
      data-tone={tone}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      icon={<Icon size={18} stroke={1.7} aria-hidden />}
      title={title}
      withCloseButton={onDismiss !== undefined}
      closeButtonLabel="Dismiss"
      {...(onDismiss ? { onClose: onDismiss } : {})}
    >
      {children}
    </Alert>
  );
}
