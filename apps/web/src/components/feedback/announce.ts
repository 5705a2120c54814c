import { showToast } from './toast.ts';

/** Success message that disappears by itself, after `milliseconds` or the default time. */
export function announce(message: string, milliseconds?: number): void {
  void showToast({
    color: 'green',
    message,
    ...(milliseconds === undefined ? {} : { autoClose: milliseconds }),
  });
}
