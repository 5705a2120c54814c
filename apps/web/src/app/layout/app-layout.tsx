import { Outlet } from '@tanstack/react-router';
import { SessionEndedDialog } from '../../features/auth/components/session-ended-dialog.tsx';
import classes from './app-layout.module.css';
import { NavigationBar } from './navigation-bar.tsx';

/** The frame of every signed-in screen but the SQL Server form. */
export function AppLayout() {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <NavigationBar />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** Around every guarded screen: a lost session is renewed over the page, so that nothing typed is lost. */
export function GuardedFrame() {
  return (
    <>
      <Outlet />
      <SessionEndedDialog />
    </>
  );
}
