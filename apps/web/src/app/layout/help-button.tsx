import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { listenForHelp, type ScreenHelp } from '../../features/help/help.ts';
import { paths } from '../../lib/paths.ts';
import classes from './navigation-bar.module.css';

const HelpDialog = deferred(() => import('../../features/help/components/help-dialog.tsx'), 'HelpDialog');

/** On every screen: what the screen is for and its shortcuts. */
export function HelpButton() {
  const [help, setHelp] = useState<ScreenHelp | null>(null);
  const router = useRouter();
  const navigate = useNavigate();
  const open = async () => {
    const { screenHelp } = await import('../screen-help.ts');
    setHelp(screenHelp(router.state.location.pathname));
  };
  const onAsked = useEffectEvent(() => void open());
  useEffect(() => listenForHelp(() => onAsked()), []);
  // Some keyboard layouts type the question mark without Shift.
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  const close = () => setHelp(null);
  return (
    <>
      <ActionIcon
        className={classes.help}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Help"
        aria-keyshortcuts="?"
        onClick={open}
      >
        <IconHelp size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {help && (
        <HelpDialog
          help={help}
          onClose={close}
          onGuide={() => {
            close();
            void navigate({ to: paths.dashboard });
          }}
        />
      )}
    </>
  );
}
