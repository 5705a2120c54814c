import { Anchor, Button } from '@mantine/core';
import { HEALTH_FINDINGS } from '@storefleet/contract/catalogue/health/findings';
import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import { VARIANT_FIXES, type VariantFix } from '@storefleet/contract/catalogue/health/variant-fixes';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useState } from 'react';
import { TextLink } from '../../../components/text/links.tsx';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { CourseLine } from './course-line.tsx';
import classes from './findings.module.css';

type Finding = HealthReport['findings'][number];

/** Maximum number of stores named at first; the rest are counted. */
const STORES_NAMED = 3;

type Props = {
  finding: Finding;
  /** The store the screen is filtered by. */
  store: string | undefined;
  namesStores: boolean;
  onFix: (finding: Finding, fix: VariantFix) => void;
  isPlanning: boolean;
};

/** A finding: its product count, stores, trend and actions. */
export function FindingLine({ finding, store, namesStores, onFix, isPlanning }: Props) {
  const { id, label, products, course } = finding;
  const details: { why: string; fix?: VariantFix } = HEALTH_FINDINGS[id];
  const { fix } = details;
  const withheld = usePermission('bulkUpdates.preview');
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.label}>{label}</p>
        <p className="note small">{details.why}</p>
        {namesStores && <StoreCounts finding={finding} />}
      </div>
      <CourseLine course={course} />
      <TextLink
        className={classes.count}
        to={paths.search}
        search={searchFor(finding, store)}
        aria-label={`${label}: show ${formatQuantity(products, 'product')}`}
      >
        {formatCount(products)}
      </TextLink>
      <div className={classes.action}>
        {fix && (
          <Permitted call="bulkUpdates.preview">
            <Button
              variant="default"
              size="xs"
              loading={isPlanning}
              title={withheld ?? VARIANT_FIXES[fix]}
              onClick={() => onFix(finding, fix)}
            >
              Fix…<span className="sr-only"> {label}</span>
            </Button>
          </Permitted>
        )}
      </div>
    </li>
  );
}

/** Ignores this browser's store preference. */
const searchFor = ({ filter }: Pick<Finding, 'filter'>, store: string | undefined) =>
  ({ filter, q: '', stores: store ?? 'all', type: 'name' }) as const;

function StoreCounts({ finding: { label, stores, filter } }: { finding: Finding }) {
  const [all, setAll] = useState(false);
  const others = stores.length === STORES_NAMED + 1 ? 0 : stores.length - STORES_NAMED;
  const named = all || others === 0 ? stores : stores.slice(0, STORES_NAMED);
  return (
    <p className={classes.stores}>
      {named.map(({ store_id, store_name, products }) => (
        <TextLink key={store_id} to={paths.search} search={searchFor({ filter }, store_id)}>
          <bdi>{store_name}</bdi> {formatCount(products)}
        </TextLink>
      ))}
      {others > 0 && (
        <Anchor component="button" type="button" inherit aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${formatCount(others)} more`} <span className="sr-only">stores: {label}</span>
        </Anchor>
      )}
    </p>
  );
}
