import type { ApiCallId } from '@storefleet/contract/api/paths';
import type { ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { usePermission } from '../use-permission.ts';
import classes from './permitted.module.css';

type Props = {
  /** The call that its buttons and fields lead to. */
  call: ApiCallId;
  /** Says the reason above, for a whole form; else it is shown on pointing at what is withheld. */
  explained?: boolean;
  children: ReactNode;
};

/** What not every role may use: for the others it is there, disabled, with the reason. */
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
