import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../lib/browser/use-focus-return.ts';
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

/** A message that stays until dismissed. */
export function Banner({ tone, title, children, onDismiss }: Props) {
  const Icon = icons[tone];
  const focus = useFocusBack();
  return (
    <div
      className={classes.banner}
      data-tone={tone}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      {...focus.within}
    >
      <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
      <div className={classes.content}>
        <div className={classes.title}>{title}</div>
        {children && <div className={classes.body}>{children}</div>}
      </div>
      {onDismiss && (
        <CloseButton
          size="sm"
          aria-label="Dismiss"
          className={classes.close}
          onClick={() => {
            focus.leave();
            onDismiss();
          }}
        />
      )}
    </div>
  );
}
