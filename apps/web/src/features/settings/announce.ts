import { notifications } from '@mantine/notifications';
import { SETTINGS_MESSAGE_MS } from '@storefleet/contract/constants';

/** Good news of the settings screen; it leaves by itself after 3 s. */
export function announce(message: string): void {
  notifications.show({ color: 'green', message, autoClose: SETTINGS_MESSAGE_MS });
}
