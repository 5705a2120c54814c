import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a screen did not come: the server is away, or has been replaced by one with other files. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';

  constructor(cause: unknown) {
    super(`The screen could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * A screen whose code comes when it is first visited. The router itself would load the page anew when the
 * code does not come, and with it lose the application to a server that is away; the screen of errors knows
 * better.
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
