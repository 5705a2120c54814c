import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconClipboardText, IconLogout, IconMenu2, IconX } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { useDropdown } from '../../components/dropdown/use-dropdown.ts';
import { useAuthState } from '../../features/auth/auth-context.tsx';
import { Permitted } from '../../features/auth/components/permitted.tsx';
import { useLogout } from '../../features/auth/use-logout.ts';
import { usePermission } from '../../features/auth/use-permission.ts';
import { openImport } from '../../features/imports/open-import.ts';
import { InboxIndicator } from '../../features/inbox/components/inbox-indicator.tsx';
import { RunningIndicator } from '../../features/running/components/running-indicator.tsx';
import { ViewsList, ViewsMenu } from '../../features/views/components/views-menu.tsx';
import { SIGN_OUT_ID, VIEWS_CLASS } from '../../lib/anchors.ts';
import { useAppName } from '../../lib/api/app-config.ts';
import { hasUnsavedWork } from '../../lib/browser/unsaved-work.ts';
import { paths } from '../../lib/paths.ts';
import { BrandMark } from './brand-mark.tsx';
import { HelpButton } from './help-button.tsx';
import classes from './navigation-bar.module.css';
import { SearchBox } from './search-box.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const loadUserChoices = async () => (await import('./user-choices.tsx')).UserChoices;

const links = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.search, label: 'Search' },
  { to: paths.scheduledSyncs, label: 'Schedules' },
  { to: paths.bulkPriceUpdate, label: 'Bulk Price' },
  { to: paths.compare, label: 'Compare' },
  { to: paths.health, label: 'Health' },
  { to: paths.history, label: 'History' },
  { to: paths.settings, label: 'Settings' },
] as const;

const LogoutDialog = deferred(
  () => import('../../features/auth/components/logout-dialog.tsx'),
  'LogoutDialog',
);

export function NavigationBar() {
  const { email, initial } = useSignedInPerson();
  const appName = useAppName();
  const endSession = useLogout();
  const [asking, setAsking] = useState(false);
  const logout = () => (hasUnsavedWork() ? setAsking(true) : endSession());
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  /** Screen on which the menu was opened; navigation closes it. */
  const [menuOpenedOn, setMenuOpenedOn] = useState<string | null>(null);
  const menuOpened = menuOpenedOn === pathname;

  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to={paths.home} className={classes.brand}>
          <BrandMark />
          <span className={classes.brandName}>{appName}</span>
        </Link>
        <nav aria-label="Main" className={classes.links}>
          <NavigationLinks pathname={pathname} />
          <ViewsMenu className={classes.link} />
        </nav>
        <div className={classes.end}>
          <InboxIndicator />
          <RunningIndicator />
          <SearchBox />
          <PasteButton />
          <HelpButton />
          <ThemeMenu />
          <div className={classes.person}>
            <UserMenu email={email} initial={initial} />
          </div>
          <div className={classes.logout}>
            <Button id={SIGN_OUT_ID} variant="subtle" color="gray" size="compact-sm" onClick={logout}>
              <IconLogout size={15} aria-hidden />
              <span className={classes.logoutLabel}>Logout</span>
            </Button>
          </div>
          <ActionIcon
            className={`${classes.menuButton} ${VIEWS_CLASS}`}
            size="lg"
            aria-label={menuOpened ? 'Close menu' : 'Open menu'}
            aria-expanded={menuOpened}
            aria-controls="mobile-menu"
            onClick={() => setMenuOpenedOn(menuOpened ? null : pathname)}
          >
            {menuOpened ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
          </ActionIcon>
        </div>
      </div>
      {menuOpened && (
        <div id="mobile-menu" className={classes.mobileMenu}>
          <nav aria-label="Main">
            <NavigationLinks pathname={pathname} />
          </nav>
          <section className={classes.mobileViews} aria-label="Views">
            <ViewsList onLeave={() => setMenuOpenedOn(null)} />
          </section>
          <div className={classes.mobilePerson}>
            <UserMenu email={email} initial={initial} />
            <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
              Logout
            </Button>
          </div>
        </div>
      )}
      {asking && <LogoutDialog onClose={() => setAsking(false)} />}
    </header>
  );
}

function NavigationLinks({ pathname }: { pathname: string }) {
  return links.map(({ to, label }) => {
    const isCurrent =
      pathname === to || pathname.startsWith(`${to}/`) || (to === paths.search && pathname === paths.home);
    return (
      <Link key={to} to={to} className={classes.link} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </Link>
    );
  });
}

/** In the bar if there is room, otherwise in the user menu. */
function PasteButton() {
  const withheld = usePermission('bulkUpdates.planImport');
  return (
    <Permitted call="bulkUpdates.planImport">
      <ActionIcon
        className={classes.paste}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Paste rows"
        title={withheld ?? 'Paste rows from a spreadsheet'}
        onClick={openImport}
      >
        <IconClipboardText size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Permitted>
  );
}

function UserMenu({ email, initial }: { email: string; initial: string }) {
  const { Panel, panel, button } = useDropdown('menu', loadUserChoices);
  return (
    <>
      <UnstyledButton
        className={classes.userButton}
        title={email.length < 24 ? undefined : email}
        {...button}
      >
        <span className={classes.initial} aria-hidden>
          {initial}
        </span>
        <span className={classes.email}>{email}</span>
        <IconChevronDown size={14} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      {Panel && <Panel {...panel} email={email} />}
    </>
  );
}

/** Kept after the session is lost, so the bar stays unchanged while the page asks to sign in again. */
function useSignedInPerson(): { email: string; initial: string } {
  const state = useAuthState();
  let email = '';
  if (state.status === 'signed-in') email = state.session.user.email ?? '';
  if (state.status === 'ended') email = state.email;
  return { email, initial: email.slice(0, 1).toUpperCase() };
}
