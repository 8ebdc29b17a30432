#!/usr/bin/env node
import '../platform/process/v8-flags';
import { Command } from 'commander';
import { ignoreOutputErrors, FINAL_FLUSH_MS, flushLogs } from '../platform/telemetry/log-output';
import { yieldToOthers } from '../platform/process/priority';
import { VERSION } from '../platform/process/version';
import { reportFailure } from './shared/lifecycle';
import { exitOnClosedOutput } from './shared/terminal';

/** Commands by name. Each is loaded only when it runs, since Google's SDKs load slowly. */
const COMMANDS = new Map<string | undefined, () => Promise<Command>>(
  Object.entries({
    start: async () => (await import('./start/start.js')).startCommand(),
    serve: async () => (await import('./serve/serve.js')).serveCommand(),
    local: async () => (await import('./local/local.js')).localCommand(),
    schema: async () => (await import('./schema/schema.js')).schemaCommand(),
    import: async () => (await import('./import/import.js')).importCommand(),
    consume: async () => (await import('./consume/consume.js')).consumeCommand(),
    filter: async () => (await import('./filter/filter.js')).filterCommand(),
    lag: async () => (await import('./lag/lag.js')).lagCommand(),
    replay: async () => (await import('./replay/replay.js')).replayCommand(),
    'dead-letters': async () => (await import('./dead-letters/dead-letters.js')).deadLettersCommand(),
    compact: async () => (await import('./compact/compact.js')).compactCommand(),
    reconcile: async () => (await import('./reconcile/reconcile.js')).reconcileCommand(),
    count: async () => (await import('./count/count.js')).countCommand(),
    caps: async () => (await import('./caps/caps.js')).capsCommand(),
    campaigns: async () => (await import('./campaigns/campaigns.js')).campaignsCommand(),
    pace: async () => (await import('./pace/pace.js')).paceCommand(),
    pipeline: async () => (await import('./pipeline/pipeline.js')).pipelineCommand(),
    consent: async () => (await import('./consent/consent.js')).consentCommand(),
    features: async () => (await import('./features/features.js')).featuresCommand(),
    tour: async () => (await import('./tour/tour.js')).tourCommand(),
    capacity: async () => (await import('./capacity/capacity.js')).capacityCommand(),
    keys: async () => (await import('./keys/keys.js')).keysCommand(),
    objects: async () => (await import('./objects/objects.js')).objectsCommand(),
    events: async () => (await import('./events/events.js')).eventsCommand(),
    erase: async () => (await import('./erase/erase.js')).eraseCommand(),
    subjects: async () => (await import('./subjects/subjects.js')).subjectsCommand(),
    residency: async () => (await import('./residency/residency.js')).residencyCommand(),
    topology: async () => (await import('./topology/topology.js')).topologyCommand(),
  }),
);

/** Commands that continue when their standard output is closed, since they do more than print. */
const SERVICES = new Set([
  'start',
  'serve',
  'local',
  'consume',
  'filter',
  'pace',
  'compact',
  'erase',
  'pipeline',
  'reconcile',
  'residency',
  'import',
  'consent',
  'replay',
  'dead-letters',
  'events',
  'pipeline',
]);

/** Commands whose processes leave the processor to others of the same machine, since no request waits for them. */
const BACKGROUND = new Set(['residency move', 'residency resume', 'residency audit']);

const VERSION_OPTIONS = new Set(['-V', '--version']);

/**
 * Returns the loaders of the commands that the first argument needs: none for the version, all for the help and unknown
 * names.
 */
function loadersFor(first: string | undefined): readonly (() => Promise<Command>)[] {
  if (VERSION_OPTIONS.has(first ?? '')) return [];
  const command = COMMANDS.get(first);
  return command === undefined ? [...COMMANDS.values()] : [command];
}

async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('tidemark')
    .description('A Bigtable-backed personalization store: action counts, campaign pacing, objects.')
    .version(VERSION)
    .showHelpAfterError('Run with --help for usage.')
    // Options after the name of a command belong to the command.
    .enablePositionalOptions();
  if (SERVICES.has(argv[2] ?? '')) ignoreOutputErrors();
  else exitOnClosedOutput();
  if (BACKGROUND.has(argv.slice(2, 4).join(' '))) yieldToOthers();
  for (const load of loadersFor(argv[2])) program.addCommand(await load());
  await program.parseAsync(argv);
}

void main(process.argv)
  .catch((error: unknown) => reportFailure(error, process.argv))
  // A pending write to a pipe without a reader would keep the process alive.
  .then(() => flushLogs(FINAL_FLUSH_MS))
  .then((wereAllFlushed) => (wereAllFlushed ? undefined : process.exit()));
