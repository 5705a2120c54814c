import type { NotificationData } from '@mantine/notifications';

let isWanted = false;
const listeners = new Set<() => void>();

/** Shows a toast. The code that renders toasts loads with the first one. */
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

/** Whether a toast has been shown yet. */
export const toastsWanted = {
  get: () => isWanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
