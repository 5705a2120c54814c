import { PageHeader } from '../../components/page-header.tsx';
import { usePageTitle } from '../use-page-title.ts';

export function BulkUpdateScreen() {
  usePageTitle('Bulk update');
  return <PageHeader title="Bulk update" />;
}
