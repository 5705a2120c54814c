import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useDropdown } from '../../components/dropdown/use-dropdown.ts';

const loadChoices = async () => (await import('./theme-choices.tsx')).ThemeChoices;

export function ThemeMenu() {
  const Current = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun;
  const { Panel, panel, button } = useDropdown('menu', loadChoices);
  return (
    <>
      <ActionIcon size="lg" aria-label="Theme" {...button}>
        <Current size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {Panel && <Panel {...panel} />}
    </>
  );
}
