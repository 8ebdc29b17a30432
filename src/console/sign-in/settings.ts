import { signal } from '@preact/signals';

/** Settings of the sign-in at the issuer, as the server has them in /console/sign-in.json. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly token: 'access' | 'id';
}

/** Settings of the sign-in. Undefined until they have arrived, and if the server has none. */
export const signInSettings = signal<SignInSettings | undefined>(undefined);

let loading: Promise<SignInSettings | undefined> | undefined;

/** Loads the settings, once for each load of the page. A failure counts as no settings: a token can be pasted. */
export function loadSignInSettings(): Promise<SignInSettings | undefined> {
  loading ??= fetch('/console/sign-in.json', { cache: 'no-store' })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { signIn?: SignInSettings }) : {}))
    .catch((): { signIn?: SignInSettings } => ({}))
    .then(({ signIn }) => (signInSettings.value = signIn));
  return loading;
}
