import { Box, Button, Group } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { UnsavedChangesGuard } from '../../../components/unsaved/unsaved-changes-guard.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { SaveWarningsDialog } from '../../product-editor/components/footer/save-warnings-dialog.tsx';
import classes from './product-page.module.css';

type Props = {
  edit: {
    readonly canSave: boolean;
    readonly hasChanges: boolean;
    readonly isSaving: boolean;
    readonly error: Error | null;
    readonly refusals: readonly string[];
    readonly save: (event: FormEvent) => void;
    readonly close: () => void;
    /** What is asked before saving. */
    readonly question: ComponentProps<typeof SaveWarningsDialog> | false;
  };
  /** As its buttons name it: "collections". */
  what: string;
  failure?: string;
  isEditing: boolean;
  /** Null where it is opened elsewhere, or not at all. */
  onEdit: (() => void) | null;
  children: ReactNode;
};

/** A part of the product that is edited in place. */
export function EditForm({
  edit,
  what,
  failure = `The ${what} could not be saved`,
  isEditing,
  onEdit,
  children,
}: Props) {
  const withheld = usePermission('products.bulkUpdate');
  return (
    <>
      <form onSubmit={edit.save}>
        {children}
        <Box mt={edit.error ? 'sm' : 0}>
          <FailureBanner title={failure} error={edit.error} />
        </Box>
        {edit.refusals.length > 0 && (
          <Banner tone="warning" title="Not everything was saved">
            {edit.refusals.map((refusal) => (
              <p key={refusal}>{refusal}</p>
            ))}
          </Banner>
        )}
        {isEditing ? (
          <Group mt="sm">
            <Button type="submit" size="xs" loading={edit.isSaving} disabled={!edit.canSave}>
              Save {what}
            </Button>
            <Button variant="default" size="xs" disabled={edit.isSaving} onClick={edit.close}>
              Cancel
            </Button>
          </Group>
        ) : (
          onEdit && (
            <Group mt="sm">
              <Button variant="default" size="xs" disabled={withheld !== null} onClick={onEdit}>
                Edit {what}
              </Button>
              {withheld !== null && <span className={classes.none}>{withheld}</span>}
            </Group>
          )
        )}
      </form>
      {isEditing && <UnsavedChangesGuard active={() => edit.hasChanges} />}
      {edit.question && <SaveWarningsDialog {...edit.question} />}
    </>
  );
}
