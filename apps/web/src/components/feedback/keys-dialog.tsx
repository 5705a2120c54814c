import { Button, Group } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import classes from './keys-dialog.module.css';

export type KeyMeaning = { readonly keys: readonly string[]; readonly meaning: string };
export type KeySection = { readonly title: string; readonly keys: readonly KeyMeaning[] };

/** Which keys do what, by where they do it. */
export function KeysDialog({ sections, onClose }: { sections: readonly KeySection[]; onClose: () => void }) {
  return (
    <Dialog opened title="Keys" onClose={onClose}>
      {sections.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          {sections.length > 1 && <h3 className={classes.section}>{title}</h3>}
          <dl className={classes.keys}>
            {keys.map(({ keys: names, meaning }) => (
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
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
