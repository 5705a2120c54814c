import { PageHeader } from '../../components/page-header.tsx';
import { ButtonLink } from '../../components/text/links.tsx';
import { UnsavedWorkGuard } from '../../components/unsaved/unsaved-work.tsx';
import { ApiKeysPanel } from '../../features/api-keys/components/api-keys-panel.tsx';
import { usePermission } from '../../features/auth/use-permission.ts';
import { GuardRailsPanel } from '../../features/guard-rails/components/guard-rails-panel.tsx';
import { SettingsPanels } from '../../features/settings/components/settings-panels.tsx';
import { RetentionPanel } from '../../features/storage/components/retention-panel.tsx';
import { TeamPanel } from '../../features/team/components/team-panel.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import classes from './settings.module.css';

export function SettingsScreen() {
  usePageTitle('Settings');
  return (
    <div className={classes.page}>
      <PageHeader
        title="Settings"
        actions={
          usePermission('audit.list') === null && (
            <ButtonLink to={paths.audit} variant="default">
              Audit log
            </ButtonLink>
          )
        }
      />
      <UnsavedWorkGuard>
        <div className={classes.panels}>
          <SettingsPanels>
            <TeamPanel />
            <ApiKeysPanel />
            <GuardRailsPanel />
            <RetentionPanel />
          </SettingsPanels>
        </div>
      </UnsavedWorkGuard>
    </div>
  );
}
