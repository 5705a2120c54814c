import { useEffect } from 'react';
import { useAppName } from './app-config.ts';

/** Names the screen in the browser's tab, before the application's own name. */
export function usePageTitle(title: string): void {
  const appName = useAppName();
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
}
