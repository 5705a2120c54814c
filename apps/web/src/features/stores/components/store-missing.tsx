import { IconBuildingStore } from '@tabler/icons-react';
import { paths } from '../../../app/paths.ts';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';

/** In place of a screen whose store is not there, in that screen's own words. */
export function StoreMissing({ title }: { title: string }) {
  return (
    <EmptyState
      level={1}
      icon={<IconBuildingStore size={20} stroke={1.6} />}
      title={title}
      description="It may have been deleted, or you may lack permission to see it."
      action={
        <ButtonLink to={paths.dashboard} variant="default">
          Return to Dashboard
        </ButtonLink>
      }
    />
  );
}
