import { PageHeader } from '../../components/page-header.tsx';
import { usePageTitle } from '../use-page-title.ts';

export function BulkUpdatesScreen() {
  usePageTitle('Recent updates');
  return <PageHeader title="Recent updates" />;
}
