import {
  ActionIcon,
  type MantineColorScheme,
  Menu,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const choices: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun;
  return (
    <Menu
      position="bottom-end"
      width={160}
      withinPortal={false}
      checkIcon={<IconCheck size={15} aria-hidden />}
    >
      <Menu.Target>
        <ActionIcon size="lg" aria-label="Theme">
          <Current size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
