/** Generates arguments for every command from commander's definitions. */
import type { Command, Option } from 'commander';
import type { Random } from '../../../src/platform/random';
import { below, chance, pick } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { withoutNul } from './random-environment';

const LOADERS: readonly (() => Promise<Command>)[] = [
  async () => (await import('../../../src/cli/start/start.js')).startCommand(),
  async () => (await import('../../../src/cli/serve/serve.js')).serveCommand(),
  async () => (await import('../../../src/cli/local/local.js')).localCommand(),
  async () => (await import('../../../src/cli/schema/schema.js')).schemaCommand(),
  async () => (await import('../../../src/cli/import/import.js')).importCommand(),
  async () => (await import('../../../src/cli/consume/consume.js')).consumeCommand(),
  async () => (await import('../../../src/cli/filter/filter.js')).filterCommand(),
  async () => (await import('../../../src/cli/lag/lag.js')).lagCommand(),
  async () => (await import('../../../src/cli/replay/replay.js')).replayCommand(),
  async () => (await import('../../../src/cli/dead-letters/dead-letters.js')).deadLettersCommand(),
  async () => (await import('../../../src/cli/compact/compact.js')).compactCommand(),
  async () => (await import('../../../src/cli/reconcile/reconcile.js')).reconcileCommand(),
  async () => (await import('../../../src/cli/count/count.js')).countCommand(),
  async () => (await import('../../../src/cli/caps/caps.js')).capsCommand(),
  async () => (await import('../../../src/cli/campaigns/campaigns.js')).campaignsCommand(),
  async () => (await import('../../../src/cli/pace/pace.js')).paceCommand(),
  async () => (await import('../../../src/cli/features/features.js')).featuresCommand(),
  async () => (await import('../../../src/cli/capacity/capacity.js')).capacityCommand(),
  async () => (await import('../../../src/cli/keys/keys.js')).keysCommand(),
  async () => (await import('../../../src/cli/topology/topology.js')).topologyCommand(),
];

export interface KnownCommand {
  /** Words of the command, e.g. `local partition`. */
  readonly words: readonly string[];
  readonly command: Command;
}

/** Returns all commands with an action, subcommands included. */
export async function allCommands(): Promise<readonly KnownCommand[]> {
  const commands: KnownCommand[] = [];
  for (const load of LOADERS) {
    const command = await load();
    commands.push(...leaves(command, [command.name()]));
  }
  return commands;
}

function leaves(command: Command, words: readonly string[]): KnownCommand[] {
  const below = command.commands.flatMap((each) => leaves(each, [...words, each.name()]));
  const acts = command.commands.length === 0 || words[0] === 'local';
  return acts ? [{ words, command }, ...below] : below;
}

/** Typical values by the names of options and arguments. */
const RIGHT: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/port/, ['0']],
  [/host/, ['127.0.0.1', 'localhost']],
  [/data-dir|folder/, ['data']],
  [/topology|config/, ['topology.json', 'nope.json']],
  [/lock/, ['schema.lock.json']],
  [/fleet|capacity/, ['fleet.json']],
  [/rules/, ['rules.json']],
  [/output|out|rejects|checkpoint/, ['out.json', 'checkpoint.json']],
  [/file|input/, ['events.csv', 'events.ndjson', 'campaigns.json', 'access.json', 'nope']],
  [/window/, ['1d', '7d,1d']],
  [/user/, ['user-1']],
  [/action/, ['impression', 'click']],
  [/campaign/, ['c0ffee00-0000-4000-8000-000000000001']],
  [/worker/, ['1/1', '1']],
  [/day/, ['2026-11-21']],
  [/interval|timeout|duration|older|delay/, ['1s', '10ms', '1h']],
  [/region/, ['us-central1', 'eu', 'us']],
  [/rate|share/, ['0.5', '0']],
];
const ANY = [
  '1',
  '0',
  '2',
  '10',
  '1d',
  'ad_action',
  'x',
  'a=b',
  '2026-11-21',
  '1s',
  'strict',
  'json',
  'csv',
  'off',
  'unlimited',
  '0B',
];

/** Long-running commands take their ports from the system. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  serve: ['--port', '0'],
  local: ['--port', '0'],
};

/** Returns a command line whose arguments and options are right, nearly right, doubled, unknown or absent. */
export function randomWords({ words, command }: KnownCommand, random: Random): readonly string[] {
  const args = command.registeredArguments
    .filter(() => chance(random, 0.85))
    .map((each) => valueFor(each.name(), random));
  const options = command.options
    .filter(() => chance(random, 0.3))
    .flatMap((each) => optionWords(each, random));
  const more = chance(random, 0.1) ? [pick(random, ['--nope', '--', 'more', '-x', hostileText(random)])] : [];
  const always = words.length === 1 ? (ALWAYS[words[0]!] ?? []) : [];
  return [...words, ...args, ...options, ...always, ...more].map(withoutNul);
}

function optionWords(option: Option, random: Random): readonly string[] {
  const flag = option.long ?? option.short!;
  if (option.isBoolean() || option.negate) return chance(random, 0.05) ? [`${flag}=x`] : [flag];
  const values = option.argChoices !== undefined && chance(random, 0.8) ? option.argChoices : undefined;
  const value = values === undefined ? valueFor(flag, random) : pick(random, values);
  const pair = chance(random, 0.2) ? [`${flag}=${value}`] : [flag, value];
  return chance(random, 0.05) ? [...pair, ...pair] : pair;
}

function valueFor(name: string, random: Random): string {
  if (chance(random, 0.15)) return harmless(hostileText(random));
  const right = RIGHT.find(([pattern]) => pattern.test(name))?.[1];
  return right !== undefined && chance(random, 0.8) ? pick(random, right) : ANY[below(random, ANY.length)]!;
}

/** Removes text that would name a path outside of the fuzz folder. */
function harmless(text: string): string {
  return /[/\\~]|^\.+$/.test(text) ? 'x' : text;
}
