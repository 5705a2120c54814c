import { notifications } from '@mantine/notifications';

/** Good news, which leaves by itself after a while; `milliseconds` where it is another one than usual. */
export function announce(message: string, milliseconds?: number): void {
  notifications.show({
    color: 'green',
    message,
    ...(milliseconds === undefined ? {} : { autoClose: milliseconds }),
  });
}
