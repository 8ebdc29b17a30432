/**
 * Makes the pictures of the console in docs/images: starts the demo on three continents with a built dist/, and opens its pages in
 * Chromium. Look at each picture before it is committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { projectDir } from './generated-file.mjs';

const IMAGES = join(projectDir, 'docs/images');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
/** Time for which the demo's traffic runs before the first picture, in milliseconds, so that the charts have lines. */
const TRAFFIC_MS = 45_000;
const TIMEOUT_MS = 60_000;
const WIDE = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' };
const DARK = { ...WIDE, colorScheme: 'dark' };
const PHONE = { viewport: { width: 390, height: 780 }, colorScheme: 'light' };

/** Name of the picture, path of the page, its window, and what is done before. */
const PICTURES = [
  { name: 'overview', path: '', view: WIDE, prepare: () => sleep(TRAFFIC_MS) },
  { name: 'topology', path: '/topology', view: DARK, prepare: cutAndRead },
  { name: 'topology-phone', path: '/topology', view: PHONE },
  { name: 'users', path: '/users?corpus=users&id=user-1', view: WIDE },
  { name: 'query', path: '/query?kind=counts&user=user-1&windows=1d,7d', view: WIDE },
  { name: 'campaigns', path: '/campaigns', view: WIDE, prepare: showCampaign },
  { name: 'schema', path: '/schema?type=users/ad_action', view: DARK },
  { name: 'operations', path: '/operations', view: WIDE },
  { name: 'api', path: '/api?op=queryCounts', view: WIDE },
];

const folder = mkdtempSync(join(tmpdir(), 'tidemark-screenshots-'));
const server = startServer();
try {
  const url = await addressOf(server);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  for (const picture of PICTURES) await take(browser, url, picture);
  await browser.close();
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
}

function startServer() {
  const env = { ...process.env, TIDEMARK_DATA_DIR: folder, TIDEMARK_LOCAL_PORT: '0' };
  const args = ['dist/cli/tidemark.js', 'start', '--regions', '--traffic', '--port', '0'];
  return spawn(process.execPath, args, { cwd: projectDir, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function addressOf({ stdout }) {
  let text = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /console +(http:\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${text}`);
}

async function take(browser, url, { name, path, view, prepare }) {
  const page = await browser.newPage(view);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(url + path);
  await page.locator('.live-status .tone-good').waitFor();
  await page.waitForFunction(() => globalThis.document.querySelector('main .spinner') === null);
  await prepare?.(page);
  await sleep(2_500);
  await page.screenshot({ path: join(IMAGES, `console-${name}.png`) });
  await page.close();
}

async function showCampaign(page) {
  await page.locator('.table-select').first().click();
}

async function cutAndRead(page) {
  await page.getByRole('button', { name: 'Cut: us-central1 – asia-east1' }).click();
  await page.getByRole('button', { name: 'Write, then read' }).click();
  await page.locator('.level-card :is(.facts, .error-note)').nth(3).waitFor();
  await page.locator('.map-link.is-cut').waitFor();
}
