/** Runs commands in separate processes with random arguments, variables and files. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local-bigtable/index';
import type { Random } from '../../../src/platform/random';
import { send } from '../../support/http-server';
import { applySchema } from '../../support/running-app';
import { spawnNode } from '../child';
import { COMMAND } from '../fuzzed-process';
import type { Round } from '../harness';
import { chance, pick } from '../values/choose';
import { mutateJsonText, mutateText } from '../values/mutate-text';
import { allCommands, type KnownCommand, randomWords } from './command-lines';
import { problemOfText } from './check-rejection';
import { randomEnvironment, SECRET, withoutNul } from './random-environment';
import * as samples from './sample-files';
import { INHERITED_ENV } from '../../support/inherited-env';

/** A command that still runs after this time is serving or waiting and gets SIGTERM, in milliseconds. */
const SERVES_AFTER_MS = 4_000;
const END_MS = 30_000;
const PROBE_MS = 10_000;
/**
 * Documented codes: success, failure, invalid command line, two results of `reconcile`, and 130 after an interruption.
 */
const EXIT_CODES = new Set([0, 1, 2, 3, 130]);
const STDERR_LINES_MAX = 60;

interface Ended {
  readonly how: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
  /** True if it was ended by SIGTERM. */
  readonly served: boolean;
  /** Reason why the API did not answer a probe, if so. */
  readonly unanswered: string | undefined;
}

export class Processes {
  readonly #commands: readonly KnownCommand[];
  readonly #store: LocalBigtable;

  private constructor(commands: readonly KnownCommand[], store: LocalBigtable) {
    this.#commands = commands;
    this.#store = store;
  }

  static async open(): Promise<Processes> {
    const store = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    await applySchema(store.endpoint);
    return new Processes(await allCommands(), store);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async one(round: Round): Promise<void> {
    const { random } = round;
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-run-'));
    try {
      const files = writeFiles(folder, random);
      // Servers have the most configuration.
      const servers = this.#commands.filter(({ words }) =>
        ['serve', 'start', 'local'].includes(words.join(' ')),
      );
      const words = randomWords(pick(random, chance(random, 0.3) ? servers : this.#commands), random);
      const env = this.#environment(random);
      const before = hashesOf(files);
      const ended = await run(words, { cwd: folder, env });
      round.cases += 1;
      round.count(`process: ${ended.served ? 'served' : `exit ${ended.how}`}`);
      const problem =
        problemOf(ended) ?? (hashesOf(files) === before ? undefined : 'an input file was changed');
      const input = `tidemark ${words.map((word) => JSON.stringify(word)).join(' ')}\n  with ${JSON.stringify(env)}`;
      if (problem !== undefined)
        round.find(`${words[0]}: ${problem.slice(0, 60).replace(/\d+/g, '')}`, problem, input);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #environment(random: Random): Record<string, string> {
    const own = chance(random, 0.5) ? randomEnvironment(random, 3) : {};
    const files = {
      ...(chance(random, 0.2) && { TIDEMARK_TOPOLOGY: 'topology.json' }),
      ...(chance(random, 0.2) && { TIDEMARK_ACCESS_FILE: 'access.json' }),
      ...(chance(random, 0.1) && { TIDEMARK_TOKEN_KEYS_FILE: 'keys' }),
      ...(chance(random, 0.1) && { TIDEMARK_PROTO_PATH: 'protos' }),
    };
    const env: Record<string, string> = { ...own, ...files };
    for (const name of Object.keys(env)) {
      if (OTHER_PLACES.test(name)) delete env[name];
      else env[name] = withoutNul(env[name]!);
    }
    const store = chance(random, 0.6) ? this.#store.endpoint : '127.0.0.1:1';
    // Never Google's services, and no port that another process may use.
    return {
      ...env,
      BIGTABLE_EMULATOR_HOST: store,
      PUBSUB_EMULATOR_HOST: '127.0.0.1:1',
      PORT: '0',
      TIDEMARK_LOCAL_PORT: '0',
    };
  }
}

/** Variables that would make the process write elsewhere, listen publicly, or start many processes. */
const OTHER_PLACES =
  /^(TIDEMARK_DATA_DIR|TIDEMARK_HTTP_HOST|TIDEMARK_ADMIN_HOST|TIDEMARK_WORKERS|TIDEMARK_PROTO_PATH_X)$|[\0=]/;

function writeFiles(folder: string, random: Random): readonly string[] {
  const odd = (value: unknown): Buffer =>
    chance(random, 0.5) ? Buffer.from(JSON.stringify(value)) : mutateJsonText(value, random);
  const oddText = (text: string): Buffer =>
    chance(random, 0.5) ? Buffer.from(text) : mutateText(text, random);
  const files: Record<string, Buffer> = {
    'topology.json': odd(pick(random, samples.TOPOLOGIES)),
    'access.json': odd({ issuers: [{ issuer: 'x', audiences: ['tidemark'], jwksFile: 'jwks.json' }] }),
    'jwks.json': odd({ keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k', alg: 'ES256' }] }),
    'fleet.json': odd(samples.FLEET),
    'rules.json': odd(samples.CAP_RULES),
    'campaigns.json': odd(pick(random, samples.CAMPAIGNS)),
    'schema.lock.json': odd(samples.LOCK),
    'checkpoint.json': odd(pick(random, [samples.IMPORT_CHECKPOINT, samples.COMPACT_CHECKPOINT])),
    'events.csv': oddText(samples.EVENTS_CSV),
    'events.ndjson': oddText(samples.EVENTS_NDJSON),
    keys: oddText(`1:${SECRET}AAAA,2:${SECRET}BBBB`),
    'protos/acme.proto': oddText(pick(random, samples.PROTOS)),
  };
  mkdirSync(join(folder, 'protos'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  // Commands write checkpoints and locks, which are allowed.
  const inputs = Object.keys(files).filter((name) => !/checkpoint|lock/.test(name));
  return inputs.map((name) => join(folder, name));
}

function hashesOf(files: readonly string[]): string {
  return files.map((file) => createHash('sha1').update(readFileSync(file)).digest('hex')).join(' ');
}

function problemOf({ how, stdout, stderr, served, unanswered }: Ended): string | undefined {
  if (unanswered !== undefined) return unanswered;
  const isExpected = typeof how === 'number' ? EXIT_CODES.has(how) : served && how === 'SIGTERM';
  if (!isExpected) return `ended with ${how}: ${stderr.slice(0, 1_000)}`;
  if (!served && how !== 0 && stderr.trim() === '' && stdout.trim() === '')
    return `ended with ${how} without a message`;
  if (/\b\w*Warning:/.test(stderr)) return `a warning of node: ${stderr.slice(0, 1_000)}`;
  if (stderr.split('\n').length > STDERR_LINES_MAX) return `many lines: ${stderr.slice(0, 1_000)}`;
  return (
    problemOfText(stderr.split('\n').slice(0, 15).join('\n'), [SECRET]) ??
    (stdout.includes(SECRET) ? 'printed a secret' : undefined)
  );
}

function run(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawnNode([COMMAND, ...words], { cwd, env: { ...INHERITED_ENV, ...env } });
    let [stdout, stderr] = ['', ''];
    let served = false;
    let unanswered: string | undefined;
    child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const endIt = async (): Promise<void> => {
      served = true;
      unanswered = await probe(stdout);
      child.kill('SIGTERM');
    };
    const serves = setTimeout(() => void endIt(), SERVES_AFTER_MS);
    const hangs = setTimeout(() => child.kill('SIGKILL'), SERVES_AFTER_MS + PROBE_MS + END_MS);
    child.once('close', (code, signal) => {
      clearTimeout(serves);
      clearTimeout(hangs);
      resolve({ how: code ?? signal!, stdout, stderr, served, unanswered });
    });
  });
}

/** Checks that an API that prints its address answers there, ready or not. Resolves with the reason if it does not. */
async function probe(stdout: string): Promise<string | undefined> {
  const port = LISTENS.exec(stdout)?.slice(1).find(Boolean);
  if (port === undefined) return undefined;
  try {
    const headers = { host: 'localhost' };
    const { status } = await send(Number(port), { path: '/readyz', headers, timeoutMs: PROBE_MS });
    return status === 200 || status === 503 ? undefined : `/readyz answered ${status}`;
  } catch (error) {
    return `/readyz: ${String(error)}`;
  }
}

/** Log line of `serve`, and output of `start`. */
const LISTENS = /"port":(\d+),.*"listening"|API +http:\/\/127\.0\.0\.1:(\d+)/;
