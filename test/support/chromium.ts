import { chromium, type Browser } from 'playwright-core';
import { programOf } from './programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const pathOfChromium = (): string | undefined => NAMES.map(programOf).find((path) => path !== undefined);

/** Why tests that need a browser are skipped; undefined if there is one. In CI there must be. */
export function chromiumSkipReason(): string | undefined {
  if (pathOfChromium() !== undefined) return undefined;
  const reason = 'chromium was not found (Debian: apt-get install chromium)';
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

/** Starts Chromium without a window. Root may not use its sandbox. */
export function startChromium(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: pathOfChromium() as string, args, timeout: 120_000 });
}
