import { lazyRouteComponent } from '@tanstack/react-router';

/** A screen's code failed to load: the server is down, or was redeployed with other files. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';

  constructor(cause: unknown) {
    super(`The screen could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * Loads a screen's code on first visit. On failure the router would reload the page and lose the app if the
 * server is down; the error screen handles this better.
 */
export function lazyScreen<Module extends Record<Name, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw new ScreenNotLoadedError(error);
    }
  }, name);
}
