import { computed, signal } from '@preact/signals';
import { endSession, freshToken, isSignedIn } from '../sign-in/session';

const KEY = 'tidemark.token';

/** Bearer token that the user has pasted; empty if there is none. Kept in the tab's session storage. */
export const pastedToken = signal(sessionStorage.getItem(KEY) ?? '');

/**
 * Identity of the caller: a pasted token, or the session of a sign-in; empty if there is none. It changes when the caller may be
 * another one, and not when a token is renewed.
 */
export const credentials = computed(() => {
  if (pastedToken.value !== '') return pastedToken.value;
  return isSignedIn() ? 'session' : '';
});

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
  if (isSignedIn()) endSession();
  pastedToken.value = bare;
  closeTokenDialog();
}

/** Returns the token for a request: the pasted one, or one of the session that has not expired; empty without credentials. */
export async function requestToken(): Promise<string> {
  if (credentials.peek() === '') return '';
  return pastedToken.peek() === '' ? freshToken({ rejected: false }) : pastedToken.peek();
}
