import { Button, Skeleton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Panel } from '../../../components/panel.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { hideFirstSteps, useFirstSteps } from '../first-steps.ts';
import classes from './first-steps.module.css';

/** Onboarding checklist of a new team; disappears when done or hidden. */
export function FirstSteps() {
  const steps = useFirstSteps();
  if (steps === null) return null;
  // As high as the list: what is below must not move away from under a pointer.
  if (steps === 'loading') return <Skeleton className={classes.skeleton} radius="md" />;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Panel
      title="First steps"
      description={`${done} of ${steps.length} done`}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={hideFirstSteps}>
          Hide
        </Button>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => {
          const { title, why, action, to, hash, isDone } = step;
          const Icon = isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={title} className={classes.step} data-done={isDone || undefined}>
              <Icon size={18} aria-hidden className={classes.icon} />
              <div className={classes.words}>
                <span className={classes.title}>
                  {title}
                  {isDone && <span className="sr-only"> (done)</span>}
                </span>
                {!isDone && <span className="muted">{why}</span>}
              </div>
              {!isDone && (
                <ButtonLink
                  to={to}
                  {...(hash === undefined ? {} : { hash })}
                  size="compact-sm"
                  variant={step === next ? 'filled' : 'default'}
                >
                  {action}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
