import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import type { MembershipEdit } from '../use-membership-edit.ts';
import classes from './product-page.module.css';

/** `what`: "collections". */
type Props = { edit: MembershipEdit; what: string; children: ReactNode };

export function MembershipForm({ edit, what, children }: Props) {
  const withheld = usePermission('products.bulkUpdate');
  const isEditing = edit.chosen !== null;
  return (
    <form onSubmit={edit.save}>
      {children}
      <FailureBanner title={`The ${what} could not be saved`} error={edit.error} />
      {edit.refusals.length > 0 && (
        <Banner tone="warning" title="Not everything was saved">
          {edit.refusals.map((refusal) => (
            <p key={refusal}>{refusal}</p>
          ))}
        </Banner>
      )}
      <Group mt="sm">
        {isEditing ? (
          <>
            <Button type="submit" size="xs" loading={edit.isSaving} disabled={!edit.canSave}>
              Save {what}
            </Button>
            <Button variant="default" size="xs" disabled={edit.isSaving} onClick={edit.close}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" size="xs" disabled={withheld !== null} onClick={edit.open}>
              Edit {what}
            </Button>
            {withheld !== null && <span className={classes.none}>{withheld}</span>}
          </>
        )}
      </Group>
    </form>
  );
}
