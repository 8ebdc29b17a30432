/** State that the console keeps in the session storage of the tab while the user is at the page of the issuer. */
export interface StartedSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path of the console to which the user returns. */
  readonly returnTo: string;
  readonly startedAtMs: number;
}

const KEY = 'tidemark.sign-in';
/** Time for the user at the page of the issuer, in milliseconds. */
const TIME_MAX_MS = 15 * 60_000;

export function rememberSignIn(started: StartedSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(started));
}

/** Returns what was remembered, and forgets it: each sign-in is completed once. Undefined if there is none, or it is too old. */
export function takeStartedSignIn(): StartedSignIn | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null) return undefined;
  const started = JSON.parse(text) as StartedSignIn;
  return Date.now() - started.startedAtMs > TIME_MAX_MS ? undefined : started;
}
