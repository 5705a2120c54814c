import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import { type Role, storesOf } from '@storefleet/contract/people/permissions';
import { IconKey } from '@tabler/icons-react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { RoleSelect } from '../../team/components/role-select.tsx';
import { StoreAccessFields, storeAccessProblem } from '../../team/components/store-access-fields.tsx';
import { endOf, LIFETIMES } from '../api-key-words.ts';
import { useCreateApiKey } from '../api-keys-api.ts';
import classes from './api-keys.module.css';

type Draft = { name: string; role: Role; store_ids: string[] | null; lifetime: string };
const blank: Draft = { name: '', role: 'viewer', store_ids: null, lifetime: '90' };
const labels = { name: 'Name of the key', role: 'Role', store_ids: 'Stores', lifetime: 'Expires after' };

export function ApiKeyForm({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const creation = useCreateApiKey();
  const draft = useDraft({
    saved: blank,
    labels,
    problemsOf: ({ name, role, store_ids }) => ({
      ...(name.trim() === '' ? { name: 'Enter a name for the key.' } : {}),
      ...storeAccessProblem(storesOf(role, store_ids)),
    }),
    change: creation,
    onSave: ({ name, role, store_ids, lifetime }) =>
      creation.mutate(
        { name, role, store_ids: storesOf(role, store_ids), expires_at: endOf(lifetime, new Date()) },
        {
          onSuccess: (key) => {
            creation.reset();
            draft.reset();
            onCreated(key);
          },
        },
      ),
  });
  useUnsavedWork(draft.isDirty);
  return (
    <form {...draft.form} aria-label="Create an API key" className={classes.form}>
      <div className={classes.fields}>
        <TextInput
          required
          maxLength={80}
          placeholder="Nightly price import"
          {...draft.fields.text('name')}
        />
        <RoleSelect explained {...draft.fields.text('role')} />
        <StoreAccessFields
          role={draft.values.role}
          value={draft.values.store_ids}
          error={draft.problems.store_ids}
          onChange={(store_ids) => draft.change({ store_ids })}
        />
        <NativeSelect data={LIFETIMES} {...draft.fields.text('lifetime')} />
        <Button
          type="submit"
          className={classes.submit}
          leftSection={<IconKey size={15} aria-hidden />}
          loading={creation.isPending}
        >
          Create key
        </Button>
      </div>
      <FailureBanner
        title="Failed to create the key."
        error={draft.problems.name || draft.problems.store_ids ? null : draft.failure}
        onDismiss={creation.reset}
      />
    </form>
  );
}
