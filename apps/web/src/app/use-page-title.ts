import { useEffect } from 'react';
import { useAppName } from '../lib/api/app-config.ts';

/** Puts the screen's name before the app's name in the tab title. */
export function usePageTitle(title: string): void {
  const appName = useAppName();
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
}
