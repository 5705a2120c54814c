import { lazyRouteComponent } from '@tanstack/react-router';

/** A screen's code failed to load: the server is down, or was redeployed with other files. */
class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';

  constructor(cause: unknown) {
    super(`The screen could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** In the words of Chrome, Firefox, Safari and, about styles, Vite. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/;

/** Whether the code of a screen, or of a part of it, failed to load. */
export const isNotLoaded = (error: unknown): error is Error =>
  error instanceof ScreenNotLoadedError || (error instanceof Error && NOT_LOADED.test(error.message));

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
