import { Outlet } from '@tanstack/react-router';
import { deferred } from '../../components/deferred.tsx';
import { useAuthState } from '../../features/auth/auth-context.tsx';
import { AccountNotices } from '../../features/auth/components/account-notices.tsx';
import { Admission } from '../../features/auth/components/admission.tsx';
import { ImportLayer } from '../../features/imports/components/import-layer.tsx';
import { PinnedViews } from '../../features/views/components/pinned-views.tsx';
import classes from './app-layout.module.css';
import { NavigationBar } from './navigation-bar.tsx';

const SessionEnded = deferred(() => import('./session-ended.tsx'), 'SessionEnded');

const ProvenanceLayer = deferred(
  () => import('../../features/history/provenance/provenance-layer.tsx'),
  'ProvenanceLayer',
);

/** Layout of every signed-in screen except the SQL Server form. */
export function AppLayout() {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <NavigationBar />
      <PinnedViews />
      <main id="main" className={classes.main} tabIndex={-1}>
        <AccountNotices />
        <Outlet />
      </main>
      <ProvenanceLayer />
      <ImportLayer />
    </>
  );
}

/** Layout of the SQL Server form: margins only. */
export function BareLayout() {
  return (
    <main className={classes.main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}

/** Wraps every guarded screen: a lost session is renewed in a dialog so that nothing typed is lost. */
export function GuardedFrame() {
  const state = useAuthState();
  return (
    <>
      <Admission>
        <Outlet />
      </Admission>
      {state.status === 'ended' && <SessionEnded email={state.email} />}
    </>
  );
}
