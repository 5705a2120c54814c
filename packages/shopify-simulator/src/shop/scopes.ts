import type { InstalledApp } from './shop-options.ts';

/** `write_x` includes `read_x`. */
export function hasScope(app: InstalledApp, scope: string): boolean {
  return app.scopes.has(scope) || app.scopes.has(scope.replace(/^read_/, 'write_'));
}
