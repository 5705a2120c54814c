import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { AnchoredMenu } from '../../components/dropdown/anchored-menu.tsx';
import type { DropdownPanel } from '../../components/dropdown/dropdown-panel.ts';

const choices: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

export function ThemeChoices(panel: DropdownPanel) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <AnchoredMenu {...panel} width={160} checkIcon={<IconCheck size={15} aria-hidden />}>
      <Menu.RadioGroup value={colorScheme}>
        {choices.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            closeMenuOnClick
            rightSection={<Icon size={16} stroke={1.6} aria-hidden />}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </AnchoredMenu>
  );
}
