import { Button } from '@mantine/core';
import type { AsOf } from '@storefleet/contract/catalogue/as-of';
import type { ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { formatMoment } from '../../../lib/format/format-time.ts';
import classes from './as-of.module.css';

type Props = {
  asOf: string;
  /** How far the history reaches; undefined until loaded. */
  reach: AsOf | undefined;
  /** Description of what is shown. */
  children: ReactNode;
  actions?: ReactNode;
  onLeave: () => void;
};

/** Says that the values below are past ones, and how complete they are. */
export function AsOfNotice({ asOf, reach, children, actions, onLeave }: Props) {
  const isComplete = reach === undefined || Date.parse(reach.complete_since) <= Date.parse(reach.as_of);
  return (
    <div className={classes.notice}>
      <Banner tone={isComplete ? 'info' : 'warning'} title={`As of ${formatMoment(asOf)}`}>
        <div className={classes.told}>
          <div className={classes.words}>
            <p>{children}</p>
            {!isComplete && (
              <p>
                The history is only complete since {formatMoment(reach.complete_since)}. Some of these values
                may be from a later time.
              </p>
            )}
          </div>
          <div className={classes.actions}>
            {actions}
            <Button variant="default" onClick={onLeave}>
              Back to now
            </Button>
          </div>
        </div>
      </Banner>
    </div>
  );
}
