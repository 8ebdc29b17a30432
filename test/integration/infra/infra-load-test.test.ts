import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTestCommand } from '../../load/command';
import { parseMix, pickKind } from '../../load/mix';
import { parseObjective } from '../../load/objectives';
import type { LoadReport } from '../../load/report';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import { freePort } from '../../support/free-port';
import { runCommand } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

const PROJECT_DIR = join(__dirname, '../../..');

interface Loaded {
  readonly ended: number;
  readonly report: LoadReport;
}

async function load(port: number, args: readonly string[]): Promise<Loaded> {
  const url = `http://127.0.0.1:${port}`;
  const options = { env: process.env, cwd: PROJECT_DIR };
  const { ended, stdout } = await runCommand(loadTestCommand(), ['--url', url, '--json', ...args], options);
  return { ended: ended as number, report: JSON.parse(stdout) as LoadReport };
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const servers: Server[] = [];

/** A server of whatever manners; it keeps what it was asked. */
async function serve(handle: Handler): Promise<{ readonly port: number; readonly seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    seen.push(req);
    req.resume().once('end', () => handle(req, res));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, seen };
}

const answer: Handler = (_req, res) => res.end('{}');

function answerProblem(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ code }));
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends all that is due, and waits for each answer, however busy the machine is. */
const PATIENT = ['--in-flight', '1000', '--timeout', '60s'];

describe('the load test', () => {
  describe('of a whole Tidemark', () => {
    let store: LocalBigtable;
    let running: RunningApp;

    beforeAll(async () => {
      store = await startStore();
      running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    });

    afterAll(async () => {
      await running.app.drain();
      await store.close();
    });

    it('asks nothing that is refused, and counts what the server has counted', async () => {
      const args = ['--rate', '60', '--duration', '2s', '--warm-up', '500ms', '--users', '20', ...PATIENT];
      const mix = ['--mix', 'counts=1,events=1,objects=1,caps=1'];
      const { ended, report } = await load(running.port, [...args, ...mix, '--objective', 'errors=0']);
      expect(report.errors).toEqual({});
      expect(report).toMatchObject({ requests: 120, ok: 120, interrupted: false });
      expect(Object.keys(report.kinds).sort()).toEqual(['caps', 'counts', 'events', 'objects']);
      expect(ended).toBe(0);
      const metrics = await (await fetch(`http://127.0.0.1:${running.port}/metrics`)).text();
      const counts = [...metrics.matchAll(/^http_server_request_duration_seconds_count\{.*\} (\d+)/gm)];
      // Those of the warm-up too.
      expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(150);
    });
  });

  it('sends as many as are due, of each kind by its weight, with the token of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-load-'));
    writeFileSync(join(folder, 'token'), 'secret-token\n');
    const { port, seen } = await serve(answer);
    const args = ['--rate', '400', '--duration', '500ms', '--warm-up', '0', '--mix', 'counts=3,caps=1'];
    const { report } = await load(port, [...args, ...PATIENT, '--token-file', join(folder, 'token')]);
    rmSync(folder, { recursive: true });
    const asked = (path: string): number => seen.filter(({ url }) => url === path).length;
    expect(seen).toHaveLength(200);
    expect(report).toMatchObject({ requests: 200, ok: 200 });
    expect(report.kinds.counts?.requests).toBe(asked('/v1/counts:query'));
    expect(report.kinds.caps?.requests).toBe(asked('/v1/caps:check'));
    // For Tidemark, and for Cloud Run before it.
    for (const header of ['authorization', 'x-serverless-authorization']) {
      expect(new Set(seen.map(({ headers }) => headers[header]))).toEqual(new Set(['Bearer secret-token']));
    }
  });

  it('counts errors by their codes; a missing object is not an error', async () => {
    const { port, seen } = await serve((req, res) => {
      if (req.url === '/v1/caps:check') return answerProblem(res, 429, 'rate_limited');
      if (req.url === '/v1/counts:query') return req.socket.destroy();
      if (req.url === '/v1/events') return res.writeHead(502).end('<html>');
      answerProblem(res, 404, 'not_found');
    });
    const args = ['--rate', '200', '--duration', '500ms', '--warm-up', '0'];
    const mix = ['--mix', 'counts=1,events=1,objects=1,caps=1'];
    const { ended, report } = await load(port, [...args, ...mix, '--objective', 'errors=50%']);
    const asked = (path: string): number => seen.filter(({ url }) => url === path).length;
    const written = seen.filter(({ method }) => method === 'PUT').length;
    expect(report.errors).toEqual({
      '429 rate_limited': asked('/v1/caps:check'),
      ECONNRESET: asked('/v1/counts:query'),
      '502': asked('/v1/events'),
      ...(written > 0 && { '404 not_found': written }),
    });
    expect({ ended, objectives: report.objectives }).toMatchObject({
      ended: 1,
      objectives: [{ met: false }],
    });
  });

  it('shows a pause of the server in all affected requests, which a closed-loop sender would hide', async () => {
    let asked = 0;
    let paused: Promise<void> | undefined;
    const { port } = await serve((_req, res) => {
      asked += 1;
      if (asked === 50) paused = new Promise((resolve) => setTimeout(resolve, 1_000));
      void (paused ?? Promise.resolve()).then(() => res.end('{}'));
    });
    // On one connection, as a closed loop has it, a single request is in the pause.
    const args = ['--rate', '100', '--duration', '3s', '--warm-up', '0', '--connections', '1'];
    const { ended, report } = await load(port, [...args, ...PATIENT, '--objective', 'p99=500ms']);
    expect(report).toMatchObject({ requests: 300, ok: 300, objectives: [{ met: false }] });
    expect(report.latencyMs.p99).toBeGreaterThan(500);
    expect(report.latencyMs.p90).toBeGreaterThan(100);
    expect(report.serviceMs.p90).toBeLessThan(report.latencyMs.p90 / 2);
    expect(report.serviceMs.max).toBeGreaterThan(900);
    expect(ended).toBe(1);
  });

  it('sends no more than may be waited for, and gives up what takes too long', async () => {
    const { port, seen } = await serve(() => undefined);
    const args = ['--rate', '200', '--duration', '500ms', '--warm-up', '0', '--in-flight', '10'];
    const { report, ended } = await load(port, [...args, '--timeout', '3s']);
    expect(seen).toHaveLength(10);
    expect(report.errors).toEqual({ not_sent: 90, timeout: 10 });
    expect(ended).toBe(1);
  });

  it('fails when the service does not answer, whatever the objectives', async () => {
    const args = ['--rate', '50', '--duration', '200ms', '--warm-up', '0'];
    const { ended, report } = await load(await freePort(), args);
    expect(report.errors).toEqual({ ECONNREFUSED: 10 });
    expect(ended).toBe(1);
  });

  it('judges objectives of all requests and of one kind', async () => {
    const { port } = await serve(answer);
    const args = ['--rate', '100', '--duration', '300ms', '--warm-up', '0', '--mix', 'counts=1'];
    const objectives = ['p50=10s', 'counts.p99.9=10s', 'errors=0', 'rate=1', 'caps.p99=10s', 'rate=1000000'];
    const { ended, report } = await load(port, [
      ...args,
      ...objectives.flatMap((each) => ['--objective', each]),
    ]);
    const met = Object.fromEntries(report.objectives.map((each) => [each.objective, each.met]));
    expect(met).toEqual({
      'p50=10s': true,
      'counts.p99.9=10s': true,
      'errors=0': true,
      'rate=1': true,
      'caps.p99=10s': false,
      'rate=1000000': false,
    });
    expect(ended).toBe(1);
  });

  it('reports what there is when it is interrupted, run as it is documented', async () => {
    const { port, seen } = await serve(answer);
    const { scripts } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as Package;
    const [, ...words] = scripts['load-test']!.split(' ');
    const args = ['--url', `http://127.0.0.1:${port}`, '--duration', '10m', '--warm-up', '0', '--json'];
    const child = spawn(process.execPath, [...words, ...args], { cwd: PROJECT_DIR });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => seen.length >= 20);
    child.kill('SIGINT');
    const code = await ended;
    const report = JSON.parse(stdout) as LoadReport;
    expect({ code, report }).toMatchObject({ code: 130, report: { interrupted: true } });
    expect(report.requests).toBe(seen.length);
  });

  it('has the options that are documented, and no others', () => {
    const doc = readFileSync(join(PROJECT_DIR, 'docs/operations/load-test.md'), 'utf8');
    const table = doc.split('\n').filter((line) => line.startsWith('| `--'));
    const documented = table.flatMap((line) => line.split('|')[1]!.match(/--[a-z-]+/g) ?? []);
    const options = loadTestCommand().options.map(({ long }) => long);
    expect([...documented].sort()).toEqual([...options].sort());
  });

  it('refuses a mix and objectives that make no sense', () => {
    for (const mix of ['', 'counts', 'count=1', 'counts=0', 'counts=1,counts=2'])
      expect(() => parseMix(mix)).toThrow();
    for (const text of ['p98=1ms', 'p99', 'p99=8', 'count.p99=8ms', 'errors=2', 'rate=fast']) {
      expect(() => parseObjective(text)).toThrow();
    }
    const mix = parseMix('counts=3,caps=1');
    const random = seededRandom(7);
    const picked = Array.from({ length: 4_000 }, () => pickKind(mix, random));
    expect(picked.filter((kind) => kind === 'counts').length / 4_000).toBeCloseTo(0.75, 1);
  });
});

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}
