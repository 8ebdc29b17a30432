import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import { chromiumSkipReason, startChromium } from '../../support/chromium';
import { NO_HEARTBEATS, startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';

/** Page that calls the client: `tidemark` is the bundle. */
const PAGE = `<!doctype html><title>Client</title><script src="/bundle.js"></script><script type="module">
const client = tidemark.createClient({ url: location.origin, timeoutMs: 60000 });
const session = client.session();
const name = { corpus: 'users', id: 'browser', dataType: 'profile', subType: 'main' };
const found = {};
await session.objects.put({ ...name, value: { locale: 'fr' } });
found.locale = (await client.session(session.serialize()).objects.value(name)).locale;
const batcher = client.events.batcher({ onFailed: (failures) => { found.failures = failures.length; } });
for (let i = 0; i < 3; i++) {
  const eventTime = Date.now() - 1000;
  await batcher.add({ userId: 'browser', action: 'click', eventTime, adId: 'ad-' + i });
}
await batcher.close();
const query = { userId: 'browser', actions: ['click'], windows: ['1h'] };
found.clicks = (await client.counts.query(query)).counts['1h'].total;
found.lines = [];
for await (const { type } of client.subjects.export('browser')) found.lines.push(type);
try {
  await client.counts.query({ ...query, windows: ['1x'] });
} catch (error) {
  found.code = tidemark.isTidemarkError(error) && error.code;
}
const controller = new AbortController();
controller.abort();
found.cancelled = await client.server.health({ signal: controller.signal }).catch((error) => error.code);
window.found = found;
</script>`;

const skipReason = chromiumSkipReason();
const describeWithChromium = skipReason === undefined ? describe : describe.skip;

describeWithChromium(
  `The client in a browser${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let world: ConsistencyWorld;
    let site: Server;
    let browser: Browser;
    beforeAll(async () => {
      world = await startConsistencyWorld();
      const { port } = await world.app('eu', NO_HEARTBEATS);
      site = createServer((incoming, outgoing) => serve(incoming, outgoing, port));
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      browser = await startChromium();
    });
    afterAll(async () => {
      await browser.close();
      site.closeAllConnections();
      site.close();
      await world.close();
    });

    it('the bundle has no module of Node.js, and calls the API from a page of the same origin', async () => {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const found = await page
        .waitForFunction('window.found', undefined, { timeout: 60_000 })
        .then((handle) => handle.jsonValue())
        .catch((error: unknown) => [problems, error]);
      expect(found).toMatchObject({
        locale: 'fr',
        clicks: 3,
        lines: expect.arrayContaining(['subject', 'object', 'event', 'complete']) as unknown,
        code: 'invalid_argument',
        cancelled: 'cancelled',
      });
      expect(found).not.toHaveProperty('failures');
    });
  },
);

/** Serves the page and the bundle, and passes all other requests on to the API. */
function serve(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  if (incoming.url === '/') return void outgoing.setHeader('content-type', 'text/html').end(PAGE);
  if (incoming.url === '/bundle.js') return void outgoing.end(bundle());
  const { method, url, headers } = incoming;
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode as number, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(forwarded);
}

/** Bundles the client as a browser gets it. A module of Node.js would fail here. */
function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, '../../../src/client/index.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'tidemark',
  });
  return (outputFiles[0] as { readonly text: string }).text;
}
