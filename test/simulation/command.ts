import { Command, InvalidArgumentError, Option } from 'commander';
import { sentence } from '../bench/script';
import type { Flags, Simulation, SimulationFlag } from './harness';

/** Parsed command line of a simulation. */
export interface Asked {
  readonly seeds: readonly number[];
  readonly flags: Flags;
  readonly asJson: boolean;
}

const PRINTS = `
It prints what happened and how often; what was measured and the targets, where
it has any; the first violations, each with the command that shows it again; and
the verdict in the last line. With --json that goes to standard error, and
standard output is the JSON object alone. A bar on a terminal shows the progress.
Exit code: 0 when the verdict is good, 1 when it is not, 2 when the command line
makes no sense.`;

/** `npm run sim -- <name>`, with its help. */
export function simulationCommand(
  simulation: Simulation,
  run: (asked: Asked) => Promise<void> | void,
): Command {
  const { name, description, about, flags = {}, seeds } = simulation;
  const own = Object.entries(flags).map(([flag, each]) => [flag, optionOf(flag, each)] as const);
  const command = new Command(name)
    .summary(description)
    .description(`${sentence(description)}\n\n${about.replaceAll('\n', ' ')}`)
    .exitOverride();
  for (const [, option] of own) command.addOption(option);
  return command
    .option(
      '--seeds <n>',
      `so many new seeds (default: ${seeds.usual}; ${seeds.quick} with --quick)`,
      atLeastOne,
    )
    .addOption(new Option('--seed <s>', 'this seed, again').argParser(whole).conflicts('seeds'))
    .option('--quick', `end within 45 s: fewer seeds${quickly(simulation)}`)
    .option('--json', 'print everything as one JSON object')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', PRINTS)
    .action(async (values: Values) => {
      const given = own.flatMap(([flag, option]): [string, string | true][] => {
        const value = values[option.attributeName()];
        return value === undefined ? [] : [[flag, value as string | true]];
      });
      const quick = values.quick === true ? simulation.quickFlags : undefined;
      const chosen = { ...quick, ...Object.fromEntries(given) };
      const cases = values.seed === undefined ? simulation.casesOf?.(chosen) : undefined;
      await run({
        seeds: cases ?? seedsOf(values, simulation),
        flags: chosen,
        asJson: values.json === true,
      });
    });
}

interface Values {
  readonly seeds?: number;
  readonly seed?: number;
  readonly quick?: boolean;
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

function optionOf(flag: string, { about, values = [], usually }: SimulationFlag): Option {
  const isAny = typeof values === 'string';
  const value = values.length === 0 ? '' : ` <${isAny ? values : 'value'}>`;
  const option = new Option(
    `--${flag}${value}`,
    `${about}${usually === undefined ? '' : ` (default: ${usually})`}`,
  );
  if (values === 'n') return option.argParser((text) => String(atLeastOne(text)));
  return isAny || values.length === 0 ? option : option.choices(values);
}

function quickly({ quickFlags = {} }: Simulation): string {
  const words = Object.entries(quickFlags).map(([flag, value]) => `--${flag} ${value}`);
  return words.length === 0 ? '' : `, and ${words.join(' and ')} unless they are given`;
}

/** One seed again, or as many new ones as asked for. */
function seedsOf({ seed, seeds: count, quick }: Values, { seeds }: Simulation): readonly number[] {
  if (seed !== undefined) return [seed];
  const first = Date.now() % 1_000_000_000;
  const length = count ?? (quick === true ? seeds.quick : seeds.usual);
  return Array.from({ length }, (_, index) => first + index);
}

function whole(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function atLeastOne(text: string): number {
  const count = whole(text);
  if (count > 0) return count;
  throw new InvalidArgumentError('It must be 1 or more.');
}
