import { signal } from '@preact/signals';
import { TidemarkError } from '../../client';
import type { IssuedTokens } from './issuer';
import { loadSignInSettings, type SignInSettings } from './settings';
import { SignInError } from './sign-in-error';

const KEY = 'tidemark.session';
/** Time before its expiry from which a token is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 30_000;

const tokens = signal<IssuedTokens | undefined>(storedTokens());

/** Whether the user has signed in. A signal: components follow it. */
export function isSignedIn(): boolean {
  return tokens.value !== undefined;
}

/** Why the user has to sign in again; empty if no session has ended by itself. */
export const sessionEnd = signal('');

/** Returns the ID token of the session, for the sign-out. */
export function sessionIdToken(): string | undefined {
  return tokens.peek()?.idToken;
}

export function startSession(issued: IssuedTokens): void {
  sessionEnd.value = '';
  keep(issued);
}

export function endSession(reason = ''): void {
  sessionStorage.removeItem(KEY);
  tokens.value = undefined;
  sessionEnd.value = reason;
}

let renewal: Promise<string> | undefined;

/**
 * Returns a token that has not expired, renewed if it must be. `rejected` means that the server has just rejected the present
 * one. Rejects with `unauthenticated` if the session has ended. Requests at the same time share one renewal.
 */
export async function freshToken({ rejected }: { readonly rejected: boolean }): Promise<string> {
  const present = tokens.peek();
  if (present === undefined) throw ended(sessionEnd.peek());
  if (!rejected && present.expiresAtMs - Date.now() > RENEW_BEFORE_MS) return present.token;
  // A short-lived token is used until it ends, if it cannot be renewed.
  if (!rejected && present.refreshToken === undefined && present.expiresAtMs > Date.now())
    return present.token;
  renewal ??= renew(present).finally(() => (renewal = undefined));
  return renewal;
}

async function renew(present: IssuedTokens): Promise<string> {
  const settings = await loadSignInSettings();
  const { refreshToken } = present;
  if (settings === undefined || refreshToken === undefined) throw expire('Your sign-in has expired.');
  try {
    return keep(await renewedBy(settings, { ...present, refreshToken })).token;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    if (error.isFinal) throw expire(`Your sign-in has ended. ${error.message}`);
    throw new TidemarkError('connection_failed', error.message, { cause: error });
  }
}

async function renewedBy(
  settings: SignInSettings,
  present: IssuedTokens & { readonly refreshToken: string },
): Promise<IssuedTokens> {
  const { renewTokens } = await import('./issuer');
  return renewTokens(settings, present);
}

function expire(reason: string): TidemarkError {
  endSession(reason);
  return ended(reason);
}

function ended(reason: string): TidemarkError {
  return new TidemarkError('unauthenticated', reason === '' ? 'You have signed out.' : reason);
}

function keep(issued: IssuedTokens): IssuedTokens {
  sessionStorage.setItem(KEY, JSON.stringify(issued));
  tokens.value = issued;
  return issued;
}

function storedTokens(): IssuedTokens | undefined {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as IssuedTokens);
}
