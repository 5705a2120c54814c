import type { ApiCallId } from '@storefleet/contract/api/paths';
import type { ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { usePermission } from '../use-permission.ts';
import classes from './permitted.module.css';

type Props = {
  /** The call made by its buttons and fields. */
  call: ApiCallId;
  /** Shows the reason above, for a whole form; otherwise in a tooltip. */
  explained?: boolean;
  children: ReactNode;
};

/** Content not every role may use: disabled with the reason for the others. */
export function Permitted({ call, explained = false, children }: Props) {
  const reason = usePermission(call);
  if (reason === null) return children;
  return (
    <>
      {explained && (
        <div className={classes.reason}>
          <Banner tone="info" title={reason} />
        </div>
      )}
      <fieldset disabled title={reason} className={classes.withheld}>
        {children}
      </fieldset>
    </>
  );
}
