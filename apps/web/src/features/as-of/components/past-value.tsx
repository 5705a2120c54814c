import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { Past } from '@storefleet/contract/catalogue/as-of';
import type { ReactNode } from 'react';
import { Absent } from '../../../components/text/absent.tsx';
import { describeValue } from '../../../lib/format/format-value.ts';
import classes from './past-value.module.css';

type Props = {
  /** Undefined for a current value. */
  past: Past | undefined;
  attribute: EditableAttribute | undefined;
  currency: string;
  /** Shows the current value below; otherwise in a tooltip. */
  roomy?: boolean;
  children: ReactNode;
};

/** A past value, highlighted if it differs now. */
export function PastValue({ past, attribute, currency, roomy = false, children }: Props) {
  if (past === undefined || attribute === undefined) return children;
  if (!past.existed) return <Absent what="value then" />;
  const now = past.now[attribute];
  if (now === undefined) return children;
  const told = `now ${describeValue(attribute, now, currency)}`;
  const doubt = past.uncertain.includes(attribute) ? 'not certain' : '';
  const both = doubt ? `${told}; what it was is ${doubt}` : told;
  return (
    <>
      <mark className={classes.differs} title={both}>
        {children}
        {!roomy && <span className="sr-only"> ({both})</span>}
      </mark>
      {roomy && <span className={classes.now}>{told}</span>}
      {roomy && doubt && <span className={classes.now}>{doubt}</span>}
    </>
  );
}
