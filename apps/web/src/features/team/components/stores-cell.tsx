import { Text } from '@mantine/core';
import type { TeamMember } from '@storefleet/contract/people/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { nameOf, storeAccessLabel } from '../member-words.ts';
import { useChangeStores } from '../team-api.ts';
import { StoreAccessFields, storeAccessProblem } from './store-access-fields.tsx';
import classes from './team.module.css';

type Props = {
  member: TeamMember;
  /** Whether the signed-in person may change them. */
  isManaged: boolean;
};

/** The stores that a member can see, and how to change them. */
export function StoresCell({ member, isManaged }: Props) {
  const [opened, setOpened] = useState(false);
  const label = storeAccessLabel(member.store_ids);
  if (member.role === 'owner' || !isManaged) return <span className={classes.stores}>{label}</span>;
  return (
    <>
      <RowButton
        variant="subtle"
        className={classes.chooseStores}
        aria-label={`Stores of ${nameOf(member)}: ${label}`}
        onClick={() => setOpened(true)}
      >
        {label}
      </RowButton>
      {opened && <StoresDialog member={member} onClose={() => setOpened(false)} />}
    </>
  );
}

function StoresDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { data: stores } = useQuery(storesQuery(useApi()));
  const [typed, setTyped] = useState<string[] | null>();
  const [attempted, setAttempted] = useState(false);
  const change = useChangeStores(member.id);
  const name = nameOf(member);
  // Excludes deleted stores.
  const saved = member.store_ids?.filter((id) => stores?.some((store) => store.id === id)) ?? null;
  const chosen = typed === undefined ? saved : typed;
  const problem = attempted ? storeAccessProblem(chosen).store_ids : undefined;
  const save = () => {
    setAttempted(true);
    if (chosen?.length === 0) return;
    change.mutate(chosen, {
      onSuccess: () => {
        announce(`${name} sees ${storeAccessLabel(chosen).toLowerCase()} from now on.`);
        onClose();
      },
    });
  };
  return (
    <Dialog opened title={`Stores of ${name}`} onClose={change.isPending ? undefined : onClose}>
      <form
        aria-label={`Stores of ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <StoreAccessFields
          role={member.role}
          value={chosen}
          error={problem}
          disabled={!stores || change.isPending}
          onChange={setTyped}
        />
        <Text size="sm" c="dimmed" mt="sm">
          They cannot see other stores in lists, counts, the history or exports, and neither can their API
          keys. Of an update that includes other stores, they see only the changes in theirs.
        </Text>
        <FailureBanner title="Failed to change the stores." error={change.error} onDismiss={change.reset} />
        <DialogActions confirmLabel="Save" pending={change.isPending} blocked={!stores} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
