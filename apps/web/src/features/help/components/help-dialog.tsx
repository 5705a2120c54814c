import { Button, Group } from '@mantine/core';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { showFirstSteps } from '../first-steps.ts';
import type { ScreenHelp } from '../help.ts';
import classes from './help-dialog.module.css';

type Props = { help: ScreenHelp; onClose: () => void; onGuide: () => void };

/** What the screen is for, and the shortcuts here and everywhere. */
export function HelpDialog({ help: { title, about, sections }, onClose, onGuide }: Props) {
  return (
    <Dialog opened title={`Help: ${title}`} onClose={onClose}>
      {/* At the start of a long text, which the keys then scroll. */}
      <div tabIndex={-1} data-autofocus className={classes.start}>
        {about.map((sentence) => (
          <p key={sentence} className={classes.about}>
            {sentence}
          </p>
        ))}
      </div>
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title}>
          <h3 className={classes.section}>Keys {section.title}</h3>
          <dl className={classes.keys}>
            {section.keys.map(({ keys: names, meaning }) => (
              <div key={meaning} className={classes.entry}>
                <dt className={classes.names}>
                  {names.map((name) => (
                    <kbd key={name} className={classes.key}>
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd className={classes.meaning}>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => {
              showFirstSteps();
              onGuide();
            }}
          >
            First steps
          </Button>
          <Button variant="default" component="a" href="/api/docs" target="_blank" rel="noreferrer">
            For developers: the API
          </Button>
        </Group>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Dialog>
  );
}
