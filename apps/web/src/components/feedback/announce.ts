import { showToast } from './toast.ts';

/** Good news, which leaves by itself after a while; `milliseconds` where it is another one than usual. */
export function announce(message: string, milliseconds?: number): void {
  void showToast({
    color: 'green',
    message,
    ...(milliseconds === undefined ? {} : { autoClose: milliseconds }),
  });
}
