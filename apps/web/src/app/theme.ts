import {
  ActionIcon,
  Button,
  type CheckboxProps,
  type CSSVariablesResolver,
  createTheme,
  InputWrapper,
  type MenuProps,
  type NotificationProps,
  type PaperProps,
  type PasswordInputProps,
  type PopoverProps,
  Skeleton,
  type TooltipProps,
} from '@mantine/core';

/** The one accent: links, primary buttons, focus, and work in progress. */
const fleet = [
  '#eef2ff',
  '#dfe6ff',
  '#bccbff',
  '#98aefb',
  '#7690f5',
  '#4f6bec',
  '#3650dc',
  '#2c42be',
  '#263898',
  '#232f74',
] as const;

const gray = [
  '#f8f8f9',
  '#f2f2f4',
  '#e6e6ea',
  '#d6d6dc',
  '#b9bac3',
  '#8f919c',
  '#6c6f7a',
  '#50525c',
  '#34363d',
  '#1c1d21',
] as const;

const dark = [
  '#e9e9ec',
  '#b9bbc4',
  '#9a9da8',
  '#6b6e79',
  '#32343b',
  '#282a30',
  '#1d1e23',
  '#16171a',
  '#101114',
  '#0b0c0e',
] as const;

export const theme = createTheme({
  primaryColor: 'fleet',
  primaryShade: { light: 6, dark: 5 },
  colors: { fleet, gray, dark },
  black: '#1b1c20',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.45' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    // By name: components missing from the first screen are not loaded just for their defaults.
    Checkbox: defaults<CheckboxProps>({ size: 'xs', radius: 'xs' }),
    PasswordInput: defaults<PasswordInputProps>({ visibilityToggleFocusable: true }),
    Menu: defaults<MenuProps>({
      shadow: 'md',
      withInitialFocusPlaceholder: false,
      transitionProps: { duration: 100 },
    }),
    Notification: defaults<Partial<NotificationProps>>({
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    }),
    Paper: defaults<PaperProps>({ radius: 'md' }),
    Popover: defaults<Partial<PopoverProps>>({ shadow: 'md' }),
    Tooltip: defaults<Partial<TooltipProps>>({
      openDelay: 350,
      withArrow: false,
      events: { hover: true, focus: true, touch: false },
    }),
  },
});

function defaults<Props>(defaultProps: Props) {
  return { defaultProps };
}

/** Our surface and tone variables, with Mantine's variables mapped to them: in the light and the dark theme. */
const themed: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  '--sf-canvas': ['#f6f6f8', '#0e0f11'],
  '--sf-surface': ['#ffffff', '#16171a'],
  '--sf-sunken': ['#f2f2f5', '#121316'],
  '--sf-border': ['#e3e3e8', '#27292f'],
  '--sf-border-strong': ['#cdced6', '#4d505a'],
  '--sf-text': ['#1b1c20', '#ececef'],
  '--sf-muted': ['#5b5e69', '#a0a3ae'],
  '--sf-accent-text': ['#2f47c9', '#9db1ff'],
  '--sf-focus': ['#3650dc', '#8ba1ff'],
  '--sf-success-text': ['#136a37', '#7fdca6'],
  '--sf-success-soft': ['#e5f5eb', '#12281c'],
  '--sf-success-dot': ['#1d9a54', '#3cc27a'],
  '--sf-warning-text': ['#7a5000', '#f0c667'],
  '--sf-warning-soft': ['#fcf1d3', '#2c2310'],
  '--sf-warning-dot': ['#d19500', '#e0ab2e'],
  '--sf-danger-text': ['#b3261e', '#ff9d94'],
  '--sf-danger-soft': ['#fdebe9', '#331816'],
  '--sf-danger-dot': ['#dc3f35', '#f0645a'],
  '--sf-info-text': ['#2f47c9', '#a9baff'],
  '--sf-info-soft': ['#ebefff', '#1a2040'],
  '--sf-info-dot': ['#3650dc', '#7690f5'],
  '--sf-neutral-text': ['#50525c', '#b9bbc4'],
  '--sf-neutral-soft': ['#eeeef1', '#23252a'],
  '--sf-neutral-dot': ['#8f919c', '#6f727d'],
  '--sf-chart-accent': ['#4f6bec', '#7690f5'],
  '--sf-chart-teal': ['#0f8f86', '#35b5aa'],
  '--sf-chart-success': ['#1d9a54', '#3cc27a'],
  '--sf-chart-danger': ['#dc3f35', '#f0645a'],
  '--sf-chart-neutral': ['#8f919c', '#6f727d'],
  '--sf-chart-cursor': ['rgb(27 28 32 / 5%)', 'rgb(236 236 239 / 6%)'],
  '--mantine-color-body': ['#ffffff', '#16171a'],
  '--mantine-color-text': ['#1b1c20', '#ececef'],
  '--mantine-color-dimmed': ['#5b5e69', '#a0a3ae'],
  '--mantine-color-placeholder': ['#72757f', '#8a8d98'],
  '--mantine-color-anchor': ['#2f47c9', '#9db1ff'],
  '--mantine-color-default-border': ['#d3d4db', '#383b43'],
  '--mantine-color-error': ['#b3261e', '#ff9d94'],
};

const variablesOf = (theme: 0 | 1) =>
  Object.fromEntries(Object.entries(themed).map(([name, values]) => [name, values[theme]]));

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(0),
  dark: variablesOf(1),
});
