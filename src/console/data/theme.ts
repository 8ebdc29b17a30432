import { signal } from '@preact/signals';

const KEY = 'tidemark.theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Theme that the user chose; `system` follows the settings of the browser. */
export const theme = signal<Theme>(storedTheme());

export function themeLabel(name: Theme): string {
  return { system: 'system', light: 'light', dark: 'dark' }[name];
}

/** Switches to the next theme and remembers it. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
  localStorage.setItem(KEY, theme.value);
  applyTheme();
}

/** Sets the theme on the document, where the design tokens read it. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.value;
}

/** Whether the page is dark now, for drawings that take colours as values. */
export function isDark(): boolean {
  if (theme.value !== 'system') return theme.value === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((each) => each === stored) ?? 'system';
}
