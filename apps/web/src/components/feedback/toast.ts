import type { NotificationData } from '@mantine/notifications';

let isWanted = false;
const listeners = new Set<() => void>();

/** Shows a message over the page. What draws messages is loaded with the first one. */
export async function showToast(toast: NotificationData): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show(toast);
}

export async function hideToast(id: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.hide(id);
}

/** Whether there has been a toast yet. */
export const toastsWanted = {
  get: () => isWanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
