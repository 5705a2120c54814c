import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import type { Team } from '@storefleet/contract/people/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { secondFactorQuery } from '../../auth/second-factor/second-factor-api.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { useDemandSecondFactor } from '../team-api.ts';
import classes from './team.module.css';

/** Whether every member must have a second factor; for owners who have one. */
export function SecondFactorDemand({ team }: { team: Team }) {
  const own = useQuery(secondFactorQuery(useApi()));
  const notAllowed = usePermission('team.demandSecondFactor');
  const [asking, setAsking] = useState(false);
  const demand = useDemandSecondFactor();
  const isDemanded = team.demands_second_factor;
  const lacksOwn = own.data?.enrolled_at === null;
  const reason =
    notAllowed ??
    (lacksOwn && !isDemanded ? 'Set up your own first, in your account menu under Second factor.' : null);
  const without = team.members.filter(
    ({ has_second_factor, status }) => !has_second_factor && status === 'active',
  ).length;

  return (
    <div className={classes.demand}>
      <Switch
        label="Require a second factor"
        description={
          reason ?? 'Members without one have to set it up before they continue. API keys are not affected.'
        }
        checked={isDemanded}
        disabled={reason !== null}
        onChange={() => setAsking(true)}
      />
      <ConfirmChange
        opened={asking}
        title={isDemanded ? 'Make the second factor optional?' : 'Require a second factor for every member?'}
        confirmLabel={isDemanded ? 'Make it optional' : 'Require it'}
        tone={isDemanded ? 'danger' : 'normal'}
        change={demand}
        variables={!isDemanded}
        onDone={({ demands_second_factor: now }) =>
          announce(now ? 'A second factor is now required.' : 'A second factor is now optional.')
        }
        onClose={() => setAsking(false)}
      >
        {isDemanded
          ? 'Members may sign in with their password alone again. Those who have a second factor keep it.'
          : describe(without)}
      </ConfirmChange>
    </div>
  );
}

function describe(without: number): string {
  if (without === 0) return 'Every active member already has one. New members set one up first.';
  const who = without === 1 ? 'One member has none, and is' : `${without} members have none, and are`;
  return `${who} stopped at once until they have set one up. It takes a minute and an authenticator app.`;
}
