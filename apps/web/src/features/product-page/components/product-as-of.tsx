import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { useNavigate } from '@tanstack/react-router';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { paths } from '../../../lib/paths.ts';
import { AsOfNotice } from '../../as-of/components/as-of-notice.tsx';
import { RestoreForm } from '../../bulk-updates/components/actions/restore-form.tsx';
import classes from './product-page.module.css';

type Props = { product: ProductDetail; asOf: string; onLeave: () => void };

/** Says when the product is shown as of, and plans restoring it. */
export function ProductAsOf({ product, asOf, onLeave }: Props) {
  const navigate = useNavigate();
  const { past, variants } = product;
  const differs = [past, ...variants.map((variant) => variant.past)].some(
    (row) => row && Object.keys(row.now).length > 0,
  );
  return (
    <AsOfNotice
      asOf={asOf}
      reach={past?.existed ? product.as_of : undefined}
      onLeave={onLeave}
      actions={
        differs && (
          <RestoreForm
            className={classes.restore}
            asOf={asOf}
            request={(action) => ({
              products_to_update: [{ store_id: product.store_id, id: product.id }],
              ...action,
            })}
            onApplied={(batchId) => void navigate({ to: paths.bulkUpdate, params: { batchId } })}
          />
        )
      }
    >
      {past?.existed === false
        ? `This product was not in the catalogue then: it was first seen on ${formatMoment(past.first_seen)}.`
        : differs
          ? 'Values that differ now are marked. Stock is that of now.'
          : 'Every value was the same at that time. Stock is that of now.'}
    </AsOfNotice>
  );
}
