import { useQuery } from '@tanstack/react-query';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { UnsavedWorkGuard } from '../../../components/unsaved/unsaved-work.tsx';
import { MatchingPanel } from '../../../features/compare/rules/matching-panel.tsx';
import { RatesPanel } from '../../../features/compare/rules/rates-panel.tsx';
import classes from '../../../features/compare/rules/rules.module.css';
import { RulesPanel } from '../../../features/compare/rules/rules-panel.tsx';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';

/** Which values should be equal across stores, and how articles are matched. */
export function CompareRulesScreen() {
  usePageTitle('Rules and matching');
  const stores = useQuery(storesQuery(useApi()));
  return (
    <>
      <PageHeader title="Rules and matching" back={<BackLink to={paths.compare}>Back to Compare</BackLink>} />
      {!stores.data && stores.error && (
        <QueryErrorState title="The stores could not be read" query={stores} />
      )}
      {stores.data && (
        <UnsavedWorkGuard>
          <div className={classes.panels}>
            <RulesPanel stores={stores.data} />
            <RatesPanel />
            <MatchingPanel stores={stores.data} />
          </div>
        </UnsavedWorkGuard>
      )}
    </>
  );
}
