/** Signing in at a real OpenID Connect provider, and what can go wrong with it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../../../support/console-world';
import { freePort } from '../../../support/free-port';
import { startOidcProvider, type OidcProvider } from '../../../support/oidc-provider-process';

const AUDIENCE = 'https://tidemark.example.com';
const SCOPES = 'console:read schema:read operations:read';

export function signInTests(world: () => ConsoleWorld): void {
  let provider: OidcProvider;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-sign-in-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    provider = await startOidcProvider({ consoleUrl: url, scopes: SCOPES });
    const accessFile = join(folder, 'access.json');
    const issuer = {
      issuer: provider.url,
      audiences: [AUDIENCE],
      accessTokensOnly: true,
      scopeClaim: 'scope',
    };
    writeFileSync(accessFile, JSON.stringify({ issuers: [issuer] }));
    await world().startServer({
      PORT: String(port),
      TIDEMARK_ACCESS_FILE: accessFile,
      TIDEMARK_CONSOLE_OIDC_ISSUER: provider.url,
      TIDEMARK_CONSOLE_OIDC_CLIENT_ID: 'console',
      TIDEMARK_CONSOLE_OIDC_SCOPES: `openid offline_access ${SCOPES}`,
      TIDEMARK_CONSOLE_OIDC_PARAMETERS: `resource=${encodeURIComponent(AUDIENCE)}`,
    });
  });
  afterAll(async () => {
    await provider?.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (path: string, text: string | RegExp) =>
    world().tabs.open({ url: `${url}/console${path}`, text });

  /** Signs in at the provider, up to its question for consent. */
  async function signIn(page: Page): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await page.getByPlaceholder('Enter any login').waitFor();
    await page.getByPlaceholder('Enter any login').fill('operator');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  }

  it('leads to the provider with PKCE and back, renews the token, and ends at both places', async () => {
    const { page, problems, close } = await open('/topology', 'unauthenticated');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await signIn(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Signed in as operator').waitFor();
    await page.locator('.map').waitFor();
    expect(page.url()).toBe(`${url}/console/topology`);
    const asked = new URL(requests.find((each) => each.startsWith(`${provider.url}/auth?`))!).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(
      [asked.get('state'), asked.get('nonce'), asked.get('code_challenge')].map((each) => each?.length),
    ).toEqual([43, 43, 43]);
    await changeSession(page, { expiresAtMs: 0 });
    requests.length = 0;
    await page.reload();
    await page.locator('.map').waitFor();
    const renewals = requests.filter((each) => each.includes('grant_type=refresh_token'));
    expect(renewals).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('a session that cannot be renewed ends, and the page gives the reason', async () => {
    const { page, close } = await open('/topology', 'unauthenticated');
    await signIn(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.map').waitFor();
    const signedIn = await page.evaluate<string>("sessionStorage.getItem('tidemark.session')");
    const ends = async (change: object, text: string): Promise<void> => {
      await page.evaluate(`sessionStorage.setItem('tidemark.session', ${JSON.stringify(signedIn)})`);
      await changeSession(page, { expiresAtMs: 0, ...change });
      await page.reload();
      await page.getByRole('banner').getByText(text).waitFor();
      expect(await page.evaluate("sessionStorage.getItem('tidemark.session')")).toBeNull();
    };
    await ends({ refreshToken: undefined }, 'Your sign-in has expired.');
    await ends({ refreshToken: 'wrong' }, 'gave no token: invalid_grant');
    await close();
  });

  it('an answer with another state, or for no sign-in of the tab, gives no session', async () => {
    const { page, close } = await open('/signed-in?code=any&state=any', 'does not belong to a sign-in');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByPlaceholder('Enter any login').waitFor();
    await page.goto(`${url}/console/signed-in?code=any&state=other`);
    await page.getByText('does not belong to a sign-in').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(page.url()).toBe(`${url}/console/signed-in`);
    await close();
  });

  it('a token for another nonce is rejected', async () => {
    const { page, close } = await open('/topology', 'unauthenticated');
    await signIn(page);
    const script = await page.addInitScript(`{
      const started = JSON.parse(sessionStorage.getItem('tidemark.sign-in'));
      if (started !== null) sessionStorage.setItem('tidemark.sign-in', JSON.stringify({ ...started, nonce: 'other' }));
    }`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('unexpected ID Token "nonce" claim value').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await script.dispose();
    await close();
  });

  it('a consent that the user denies is no session', async () => {
    const { page, close } = await open('/topology', 'unauthenticated');
    await signIn(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was cancelled').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await close();
  });

  it.each([
    {
      title: 'a token for another audience',
      parameters: { resource: 'https://other.example.com' },
      text: 'rejects the token',
    },
    { title: 'an access token that is no JWT', parameters: {}, text: 'is not a JWT' },
  ])('$title is rejected with what to configure', async ({ parameters, text }) => {
    const { page, close } = await open('/schema', 'unauthenticated');
    await page.route('**/console/sign-in.json', async (route) => {
      const { signIn: settings } = (await (await route.fetch()).json()) as { readonly signIn: object };
      await route.fulfill({ json: { signIn: { ...settings, scopes: 'openid', parameters } } });
    });
    await page.reload();
    await signIn(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(text).waitFor();
    await page.getByText('TIDEMARK_CONSOLE_OIDC_PARAMETERS').waitFor();
    expect(await page.evaluate("sessionStorage.getItem('tidemark.session')")).toBeNull();
    await close();
  });
}

/** Changes members of the session that the tab has stored; undefined removes one. */
async function changeSession(page: Page, change: object): Promise<void> {
  const session = await page.evaluate<string>("sessionStorage.getItem('tidemark.session')");
  const changed = JSON.stringify({ ...(JSON.parse(session) as object), ...change });
  await page.evaluate(`sessionStorage.setItem('tidemark.session', ${JSON.stringify(changed)})`);
}
