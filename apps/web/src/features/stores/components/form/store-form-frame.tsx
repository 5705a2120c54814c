import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ReactNode } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { EditConflicts } from '../../../../components/feedback/edit-conflicts.tsx';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import type { Draft } from '../../../../components/form/use-draft.ts';
import { ButtonLink, TextLink } from '../../../../components/text/links.tsx';
import { UnsavedChangesGuard } from '../../../../components/unsaved/unsaved-changes-guard.tsx';
import { isTransient } from '../../../../lib/api/describe-error.ts';
import { paths } from '../../../../lib/paths.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { useMadeStore } from '../../form/made-store.ts';
import { choiceLabel } from '../../store-labels.ts';
import classes from './store-form.module.css';
import { type SectionsProps, StoreFormSections } from './store-form-sections.tsx';

type Props<Values extends { shop_url: string }> = Omit<SectionsProps, 'isNew'> & {
  /** The store being edited, or null for a new one. */
  store: Store | null;
  /** The form's name for a new store. */
  addLabel: string;
  draft: Draft<Values>;
  change: { isPending: boolean; isSuccess: boolean };
  savedMessage: string;
  /** The preferred way to save, next to the plain one. */
  preferredSubmit?: ReactNode;
  /** What happens after saving. */
  nextNote?: string | undefined;
  /** Replaces the message that the store was saved. */
  savedNote?: ReactNode;
};

/** The frame of a store form: actions, result of saving, and a warning about unsaved changes. */
export function StoreFormFrame<Values extends { shop_url: string }>({
  store,
  addLabel,
  draft,
  change: { isPending: saving, isSuccess: saved },
  savedMessage,
  preferredSubmit,
  savedNote,
  nextNote,
  ...sections
}: Props<Values>) {
  const made = useMadeStore(store === null ? draft.failure : null, draft.values.shop_url);
  const submitLabel = store ? 'Update Store' : 'Create Store';
  return (
    <form {...draft.form} aria-label={store ? `Edit ${store.shop_name}` : addLabel}>
      <Permitted call="stores.update" explained>
        <StoreFormSections isNew={store === null} {...sections} />
      </Permitted>
      <div className={classes.bar}>
        <div className={classes.barMessage}>
          {!saved && <EditConflicts {...draft.conflicts} wordOf={choiceLabel} saveLabel={submitLabel} />}
          <FailureBanner
            title={store ? messages.stores.updateFailed : messages.stores.createFailed}
            error={draft.failure}
          >
            {made && (
              <p className={classes.made}>
                {isTransient(draft.failure) && 'The store was created anyway. '}
                <TextLink to={paths.store} params={{ storeId: made.id }}>
                  Open {made.shop_name}
                </TextLink>
              </p>
            )}
          </FailureBanner>
          {saved && (savedNote || <Banner tone="success" title={savedMessage} />)}
        </div>
        <div className={classes.barActions}>
          {nextNote && !saved && <p className={classes.nextNote}>{nextNote}</p>}
          {store ? (
            <ButtonLink to={paths.store} params={{ storeId: store.id }} variant="default">
              Cancel
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.dashboard} variant="default">
              Cancel
            </ButtonLink>
          )}
          <Permitted call="stores.update">
            <Button
              type="submit"
              variant={preferredSubmit ? 'default' : 'filled'}
              loading={saving && !preferredSubmit}
              disabled={saved || saving}
            >
              {submitLabel}
            </Button>
            {preferredSubmit}
          </Permitted>
        </div>
      </div>
      <UnsavedChangesGuard active={() => draft.isDirty && !saved && made === undefined} />
    </form>
  );
}
