import { IconClockHour4 } from '@tabler/icons-react';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState } from '../../components/states.tsx';
import { paths } from '../paths.ts';
import { usePageTitle } from '../use-page-title.ts';

/** Stands in for a screen that is still being built. */
export function ComingScreen({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconClockHour4 size={20} stroke={1.6} />}
        title="This screen is coming"
        description="It is part of the product's plan and not built yet."
        action={<TextLink to={paths.dashboard}>Go to the dashboard</TextLink>}
      />
    </>
  );
}
