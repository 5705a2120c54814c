import type { ViewScreen as Screen } from '@storefleet/contract/catalogue/catalogue-constants';
import { IconBookmarkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { QueryErrorState } from '../../components/feedback/query-error.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { ButtonLink } from '../../components/text/links.tsx';
import { viewQuery } from '../../features/views/api/views.ts';
import { addressOfView } from '../../features/views/view-address.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { isNotFound } from '../../lib/api/describe-error.ts';
import { paths } from '../../lib/paths.ts';
import { ScreenPending } from '../layout/screen-pending.tsx';

const route = getRouteApi('/guarded/layout/views/$viewId');

/** Redirects from a view's URL to its screen in the state last saved. */
export function ViewScreen() {
  const { viewId } = route.useParams();
  const view = useQuery(viewQuery(useApi(), viewId));
  const navigate = useNavigate();
  const href = view.data && addressOfView(view.data, viewScreens);
  useEffect(() => {
    if (href !== undefined) void navigate({ href, replace: true });
  }, [href, navigate]);

  if (isNotFound(view.error)) {
    return (
      <EmptyState
        level={1}
        icon={<IconBookmarkOff size={20} stroke={1.6} />}
        title="View not found"
        description="It was deleted, is no longer shared, or the link is wrong."
        action={
          <ButtonLink to={paths.search} variant="default">
            Search for products
          </ButtonLink>
        }
      />
    );
  }
  if (view.error) return <QueryErrorState level={1} title="The view could not be read" query={view} />;
  return <ScreenPending />;
}

/** Screen that opens each kind of view. */
const viewScreens: Readonly<Record<Screen, string>> = {
  search: paths.search,
  bulk_price: paths.bulkPriceUpdate,
  history: paths.history,
  compare: paths.compare,
};
