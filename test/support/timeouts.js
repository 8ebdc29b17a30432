/** Longest time of one test or hook, in milliseconds: one that takes longer hangs. */
const DEFAULT_MS = 60_000;
const LONG_MS = 480_000;

/** Folders and files whose tests may take longer on a busy machine with two cores, and why. */
const LONG = {
  'test/simulation/': 'days and lives of a store',
  'test/bench/': 'every benchmark at its smallest size, each in processes of its own',
  'test/fuzz/': 'random calls for half a minute',
  'test/attack/': 'attacks of many seconds, repeated when the machine is busy',
  'test/conformance/differential': 'thousands of random requests to two servers',
  'test/integration/infra/': 'Terraform, Prometheus and the image of the container',
  'test/integration/workers/': 'processes that start, drain and are replaced',
  'test/integration/pubsub/': 'acknowledgement deadlines of Pub/Sub',
  'test/integration/lag/': 'processes that count as silent only after a while',
  'test/integration/routing/': 'app profiles that are compared once a minute',
  'test/integration/telemetry/': 'metrics of every role, scraped by Prometheus',
  'test/integration/campaign-counts/sketches-crash': 'processes that are killed and replaced',
  'test/integration/pacing/': 'leases that expire',
  'test/integration/start/': 'commands of the README, from their start to their end',
  'test/integration/import/': 'large files, killed imports and full disks',
  'test/unit/local-bigtable/corrupted-folder.property': 'a log that is cut at each of its bytes',
};

const path = expect.getState().testPath.replaceAll('\\', '/');
const isLong = Object.keys(LONG).some((name) => path.includes(`/${name}`));
jest.setTimeout(isLong ? LONG_MS : DEFAULT_MS);
