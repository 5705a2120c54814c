import { useMantineColorScheme } from '@mantine/core';
import type { ApiCallId } from '@storefleet/contract/api/paths';
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconBookmark,
  IconCalendarTime,
  IconClipboardText,
  IconCoins,
  IconDatabasePlus,
  IconDeviceDesktop,
  IconFilter,
  IconHeartCheck,
  IconHelp,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconSun,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { INVITE_HASH, SIGN_OUT_ID, UNDO_HASH, VIEWS_CLASS } from '../../lib/anchors.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { paths } from '../../lib/paths.ts';
import { usePermissions } from '../auth/use-permission.ts';
import { openHelp } from '../help/help.ts';
import { openImport } from '../imports/open-import.ts';
import { useSyncAll } from '../sync/api/sync-all.ts';
import type { Command } from './commands.ts';
import { firstSeen, press, pressOn } from './screen-commands.ts';
import { GO_TO_KEYS, SCREEN_TITLES } from './shortcuts.ts';

/** Number of recent updates searched for one that changed something. */
const LATEST = 20;

type Screen = Pick<Command, 'icon' | 'keywords'> & { to: keyof typeof GO_TO_KEYS };

/** A screen without parameters. */
type PlainScreen = Screen['to'] | 'audit' | 'addStore' | 'addMssqlStore' | 'scheduledSyncNew';

const SCREENS: readonly Screen[] = [
  { to: 'search', icon: IconSearch, keywords: 'products find csv import export' },
  { to: 'bulkPriceUpdate', icon: IconCoins, keywords: 'prices costs grid margin' },
  { to: 'compare', icon: IconArrowsLeftRight, keywords: 'articles stores differences missing rules' },
  { to: 'dashboard', icon: IconLayoutDashboard, keywords: 'stores' },
  { to: 'scheduledSyncs', icon: IconCalendarTime, keywords: 'syncs calendar' },
  { to: 'history', icon: IconHistory, keywords: 'changes undo' },
  { to: 'bulkUpdates', icon: IconListDetails, keywords: 'batches' },
  { to: 'inbox', icon: IconInbox, keywords: 'plans approve reject decide' },
  { to: 'health', icon: IconHeartCheck, keywords: 'findings wrong barcodes prices duplicates quality' },
  { to: 'settings', icon: IconSettings, keywords: 'team webhooks mail' },
];

/** The screens and global actions. */
export function useGeneralCommands(): Command[] {
  const api = useApi();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { mutateAsync: syncAll } = useSyncAll();
  const whyNot = usePermissions();
  return useMemo(() => {
    const only = (call: ApiCallId, command: Command): Command => ({ ...command, withheld: whyNot(call) });
    const goTo = (screen: PlainScreen) => () => navigate({ to: paths[screen] });
    const syncEverything = () => syncAll().then(goTo('dashboard'));
    const invite = () => navigate({ to: paths.settings, hash: INVITE_HASH });
    const undoLast = async () => {
      const batchId = await lastUpdate(api);
      await navigate({ to: paths.bulkUpdate, params: { batchId }, hash: UNDO_HASH });
    };
    const onSearch = (title: string) => void pressOn(() => navigate({ to: paths.search }), title);
    return [
      ...SCREENS.map(({ to, ...screen }) => ({
        ...screen,
        id: to,
        title: SCREEN_TITLES[to],
        group: 'Go to' as const,
        aside: GO_TO_KEYS[to],
        run: goTo(to),
      })),
      only(
        'audit.list',
        action('Audit log', IconShieldCheck, goTo('audit'), 'who changed sign-ins security'),
      ),
      only('sync.startAll', action('Sync all stores', IconRefresh, syncEverything, 'start')),
      only('stores.create', action('Add Shopify store', IconPlus, goTo('addStore'), 'connect')),
      only(
        'mssql.createStore',
        action('Add MS SQL store', IconDatabasePlus, goTo('addMssqlStore'), 'connect table'),
      ),
      only('team.invite', action('Invite a colleague', IconUserPlus, invite, 'team member')),
      only('history.undo', action('Undo the last update', IconArrowBackUp, undoLast, 'batch bulk revert')),
      opening('Filter…', IconFilter, () => onSearch('Filter…'), 'products'),
      only(
        'bulkUpdates.planImport',
        opening('Import…', IconUpload, openImport, 'prices file csv excel spreadsheet'),
      ),
      only(
        'bulkUpdates.planImport',
        opening('Paste rows…', IconClipboardText, openImport, 'spreadsheet prices match columns table'),
      ),
      opening('All saved views', IconBookmark, () => press(firstSeen(`.${VIEWS_CLASS}`)), 'view open'),
      { ...opening('Help', IconHelp, openHelp, 'keys shortcuts guide'), aside: '?' },
      only(
        'scheduledSyncs.create',
        action('Schedule a sync', IconCalendarTime, goTo('scheduledSyncNew'), 'new'),
      ),
      action('Light theme', IconSun, () => setColorScheme('light'), 'appearance switch'),
      action('Dark theme', IconMoon, () => setColorScheme('dark'), 'appearance switch'),
      action('System theme', IconDeviceDesktop, () => setColorScheme('auto'), 'appearance switch'),
      // Where work is unsaved, its button asks first.
      opening('Sign out', IconLogout, () => press(document.getElementById(SIGN_OUT_ID)), 'log out'),
    ];
  }, [api, navigate, setColorScheme, syncAll, whyNot]);
}

function action(title: string, icon: Command['icon'], run: Command['run'], keywords?: string): Command {
  return { id: title, group: 'Actions', title, icon, run, ...(keywords ? { keywords } : {}) };
}

function opening(...given: Parameters<typeof action>): Command {
  return { ...action(...given), opens: true };
}

/** Id of the last update that changed anything. */
async function lastUpdate(api: ReturnType<typeof useApi>): Promise<string> {
  const { bulk_updates } = await api.call('bulkUpdates.list', { query: { limit: LATEST } });
  const last = bulk_updates.find(({ succeeded }) => succeeded > 0);
  if (!last) throw new Error('None of the recent updates changed anything.');
  return last.batch_id;
}
