/** Processes under test: a store, an open API, and an API with tokens. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { SCOPES } from '../../../src/core/access/scopes';
import { SAMPLE_PROTOS } from '../../support/access-samples';
import { applySchema } from '../../support/running-app';
import { FuzzedProcess } from '../fuzzed-process';
import { AUDIENCE, CALLER, ISSUER, TokenMaker } from './tokens';

const PROJECT = 'p';
const INSTANCE = 'i';
/** Topology with transactions, which reservations need. */
const TOPOLOGY = {
  project: PROJECT,
  clientRegion: 'eu',
  instances: {
    [INSTANCE]: {
      clusters: { 'eu-a': { region: 'eu' } },
      appProfiles: { 'at-eu': { cluster: 'eu-a', transactions: true } },
    },
  },
};

export interface Servers {
  readonly folder: string;
  readonly store: FuzzedProcess;
  readonly open: FuzzedProcess;
  readonly openPort: number;
  readonly guarded: FuzzedProcess;
  readonly guardedPort: number;
  readonly tokens: TokenMaker;
  /** Stops all. Resolves with the exit of each process by name. */
  stop(): Promise<Readonly<Record<string, number | NodeJS.Signals>>>;
}

/** Starts the processes like users do, with their own data folder and DataTypes. */
export async function startServers(): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-http-'));
  const tokens = new TokenMaker();
  writeFiles(folder, tokens);
  const protos = join(folder, 'protos');
  const topology = join(folder, 'topology.json');
  const store = new FuzzedProcess(['local', '--config', topology, '--port', '0', '--ephemeral', '--json'], {
    cwd: folder,
  });
  const [, endpoint = ''] = await store.printed(/"endpoint":"([^"]+)"/);
  await applySchema(endpoint, { project: PROJECT, instance: INSTANCE }, loadSchema({ protoPaths: [protos] }));
  const env = {
    BIGTABLE_EMULATOR_HOST: endpoint,
    TIDEMARK_TOPOLOGY: topology,
    TIDEMARK_PROTO_PATH: protos,
    PORT: '0',
    // A busy machine would shed requests before they are parsed.
    TIDEMARK_HTTP_SHEDDING: 'off',
    TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '10000',
    TIDEMARK_TOKEN_KEYS: `1:${'A'.repeat(43)}`,
  };
  const open = new FuzzedProcess(['serve'], { cwd: folder, env });
  const access = { TIDEMARK_ACCESS_FILE: join(folder, 'access.json'), TIDEMARK_PACING: 'on' };
  const guarded = new FuzzedProcess(['serve'], { cwd: folder, env: { ...env, ...access } });
  const [openPort, guardedPort] = await Promise.all([portOf(open), portOf(guarded)]);
  const processes = { open, guarded, store };
  return {
    folder,
    store,
    open,
    openPort,
    guarded,
    guardedPort,
    tokens,
    async stop() {
      const ends: Record<string, number | NodeJS.Signals> = {};
      // The store last, because the others write until their end.
      for (const [name, each] of Object.entries(processes)) ends[name] = await each.stop();
      rmSync(folder, { recursive: true, force: true });
      return ends;
    },
  };
}

async function portOf(process: FuzzedProcess): Promise<number> {
  const [line] = await process.printed(/^.*"msg":"listening".*$/m);
  return (JSON.parse(line) as { readonly port: number }).port;
}

function writeFiles(folder: string, tokens: TokenMaker): void {
  for (const [name, text] of Object.entries(SAMPLE_PROTOS)) {
    mkdirSync(dirname(join(folder, 'protos', name)), { recursive: true });
    writeFileSync(join(folder, 'protos', name), text);
  }
  const groups = [
    'left-readers',
    'left-writers',
    'right-readers',
    'ads-serving',
    'ads-ingestion',
    'ads-measurement',
    'ads-personalization',
    'campaign-management',
    'campaign-delivery',
  ];
  const access = {
    issuers: [{ issuer: ISSUER, audiences: [AUDIENCE], jwksFile: 'keys.json' }],
    callers: { [CALLER]: { scopes: SCOPES, groups } },
  };
  writeFileSync(join(folder, 'topology.json'), JSON.stringify(TOPOLOGY));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(tokens.jwks));
  writeFileSync(join(folder, 'access.json'), JSON.stringify(access));
}
