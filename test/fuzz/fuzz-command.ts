import { Command, InvalidArgumentError, Option } from 'commander';
import { sentence } from '../bench/script';

/** Options of a part from the command line. */
export interface FuzzOptions {
  readonly minutes: number;
  readonly roundsMax: number;
  readonly seed: number | undefined;
  readonly asJson: boolean;
  /** For `all`: runs the parts concurrently. */
  readonly parallel: boolean;
}

export interface PartDescription {
  readonly name: string;
  readonly description: string;
  readonly about: string;
}

const MINUTES = 5;
const MINUTES_MAX = 10_080;

const OUTPUT_HELP = `
Prints the number of each outcome, and each kind of finding once, with the input
and the command that repeats the round. A round starts with the data that earlier
rounds have left in the store. If a round alone does not repeat a finding, run
the first seed of the run with as many --rounds. Ctrl-C ends the run after the
current round; a second Ctrl-C ends it immediately.
Exit code: 0 without findings, 1 with findings, 2 for an invalid command line.`;

/** Creates the command `npm run fuzz -- <part>` with its help. */
export function fuzzCommand(part: PartDescription, run: (options: FuzzOptions) => Promise<void>): Command {
  const { name, description, about } = part;
  const command = new Command(name)
    .summary(description)
    .description(`${sentence(description)}\n\n${about.replaceAll('\n', ' ')}`)
    .exitOverride()
    .addOption(
      new Option('--minutes <n>', name === 'all' ? 'time of all parts together' : 'time')
        .argParser(positive)
        .default(MINUTES),
    )
    .addOption(new Option('--rounds <n>', 'number of rounds, instead of a time').argParser(whole))
    .addOption(new Option('--seed <s>', 'seed of the first round (default: random)').argParser(whole))
    .option('--json', 'also print the report as one JSON object in the last line')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', OUTPUT_HELP);
  if (name === 'all') command.option('--parallel', 'run the parts at the same time');
  return command.action(async (values: Values) => {
    const { minutes, rounds, seed, json = false, parallel = false } = values;
    const limits =
      rounds === undefined ? { minutes, roundsMax: Infinity } : { minutes: Infinity, roundsMax: rounds };
    await run({ ...limits, seed, asJson: json, parallel });
  });
}

interface Values {
  readonly minutes: number;
  readonly rounds?: number;
  readonly seed?: number;
  readonly json?: boolean;
  readonly parallel?: boolean;
}

function whole(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function positive(text: string): number {
  const minutes = /^\d{1,5}(\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (minutes > 0 && minutes <= MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`It must be a number over 0 and at most ${MINUTES_MAX}.`);
}
