import { IconMapPinQuestion } from '@tabler/icons-react';
import { EmptyState } from '../../components/feedback/states.tsx';
import { ButtonLink } from '../../components/text/links.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../use-page-title.ts';

export function NotFoundScreen() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      level={1}
      icon={<IconMapPinQuestion size={20} stroke={1.6} />}
      title="Page not found"
      description="Check the address or go back to the dashboard."
      action={
        <ButtonLink to={paths.dashboard} variant="default">
          Go to the dashboard
        </ButtonLink>
      }
    />
  );
}
