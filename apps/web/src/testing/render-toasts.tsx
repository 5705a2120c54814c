import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import { theme } from '../app/theme.ts';

/** Shows the toasts of an app rendered separately; clears those of earlier tests. */
export function renderToasts(): void {
  notifications.clean();
  render(
    <MantineProvider env="test" theme={theme}>
      <Notifications />
    </MantineProvider>,
  );
}
