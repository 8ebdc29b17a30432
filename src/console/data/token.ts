import { signal } from '@preact/signals';

const KEY = 'tidemark.token';

/** Bearer token of all requests; empty if there is none. Kept in the tab's session storage. */
export const token = signal(sessionStorage.getItem(KEY) ?? '');

export const isTokenDialogOpen = signal(false);

export function openTokenDialog(): void {
  isTokenDialogOpen.value = true;
}

export function closeTokenDialog(): void {
  isTokenDialogOpen.value = false;
}

/** Replaces the token, and closes the dialog. White space, which a paste often adds, and the word "Bearer" are removed. */
export function setToken(text: string): void {
  const bare = text
    .trim()
    .replace(/^bearer\s+/i, '')
    .replace(/\s+/g, '');
  if (bare === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, bare);
  token.value = bare;
  closeTokenDialog();
}
