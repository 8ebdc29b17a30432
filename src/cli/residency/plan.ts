import { Command } from 'commander';
import type { PlacementRules } from '../../core/residency/placement-rules';
import { rowKey } from '../../core/rows/row-key';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import { invalidArgument } from '../../errors';
import {
  planRelocations,
  type PlannedRelocation,
  type RelocationTally,
} from '../../operations/residency/plan-relocations';
import type { Residency } from '../../residency/residency';
import { readTopology } from '../../store/topology-source';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { objectIdsInFile } from './object-ids';

interface PlanFlags {
  readonly topology?: string;
  readonly objects?: string;
  readonly json?: boolean;
}

/** A relocation, with the object's id if it is known. */
type ShownRelocation = PlannedRelocation & { readonly objectId: string | undefined };

const HELP = `
Compares each entry of the location directory with the countries of the jurisdictions, and changes nothing. An entry has the
country of the user's first write. Users with an assigned placement stay where they are, and so do users without an entry.

The directory has no ids of objects, but their HMACs. --objects names a file with ids, one in each line: those that would move
are shown by their ids, so that "tidemark residency move" can be given them.

Examples:
  tidemark residency plan                                   users who are not where the current topology prefers them
  tidemark residency plan --topology next.json              users that another topology would move
  tidemark residency plan --topology next.json --objects ids.txt --json | jq -r 'select(.to == "eu") | .objectId // empty'`;

/** Returns `tidemark residency plan`, which lists the users that a topology would move. */
export function residencyPlanCommand(): Command {
  return new Command('plan')
    .description('List users whose placement differs from the one that the topology prefers.')
    .option('--topology <file>', 'topology to plan for; default: the configured one')
    .option('--objects <file>', 'file with ids of objects to show instead of subject keys, one in each line')
    .option('--json', 'print one JSON object per user, and a summary')
    .addHelpText('after', HELP)
    .action(commandAction(runPlan));
}

async function runPlan(run: CommandRun, flags: PlanFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const { store } = openServing(config, { resources });
  const { residency } = store;
  if (residency === undefined || residency.rules().groups.size === 0)
    throw invalidArgument('placements', 'the topology has no placements');
  const rules = flags.topology === undefined ? residency.rules() : rulesOf(flags.topology);
  const idOf = flags.objects === undefined ? () => undefined : idsByKey(flags.objects, residency);
  const signal = run.interruptSignal();
  const { tally, relocations } = planRelocations(rules, residency.scanner, { signal });
  const report = new PlanReport(flags.json === true);
  for await (const relocation of relocations)
    report.add({ ...relocation, objectId: idOf(relocation.subjectKey) });
  report.end(tally);
  return EXIT_CODES.ok;
}

function rulesOf(file: string): PlacementRules {
  const { placements } = readTopology(file);
  if (placements !== undefined) return placements;
  throw invalidArgument('--topology', `${file} has no placements`);
}

/** Returns a function that finds the id of a subject among those in the file. */
function idsByKey(file: string, { subjects, rules }: Residency): (subjectKey: string) => string | undefined {
  const groups = [...rules().groups.values()];
  const known = new Map<string, string>();
  for (const id of objectIdsInFile(file, '--objects'))
    for (const group of groups) known.set(subjects.of(group, rowKey(id))!.key, id);
  return (subjectKey) => known.get(subjectKey);
}

/** Prints relocations as lines of JSON when they come, or the first ones as a table at the end. */
class PlanReport {
  readonly #isJson: boolean;
  readonly #rows: (readonly string[])[] = [];
  readonly #totals = new Map<string, { group: string; from: string; to: string; subjects: number }>();

  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  add(relocation: ShownRelocation): void {
    const { objectId, subjectKey, group, from, to, reason, accessLocation = '-' } = relocation;
    const name = `${group} ${from} ${to}`;
    const total = this.#totals.get(name) ?? { group, from, to, subjects: 0 };
    total.subjects += 1;
    this.#totals.set(name, total);
    if (this.#isJson) print(JSON.stringify({ type: 'relocation', ...relocation }));
    else if (this.#rows.length < DEFAULTS.residencyAudit.linesShownMax)
      this.#rows.push([objectId ?? subjectKey, group, from, to, reason, accessLocation]);
  }

  end(tally: RelocationTally): void {
    const moves = [...this.#totals.values()];
    if (this.#isJson) return print(JSON.stringify({ type: 'summary', ...tally, moves }));
    if (this.#rows.length > 0)
      print(textTable(['Subject', 'Group', 'From', 'To', 'Reason', 'Country'], this.#rows));
    const left = tally.relocations - this.#rows.length;
    if (left > 0) print(`and ${left} more: --json lists all of them`);
    if (this.#rows.length > 0) print();
    for (const { group, from, to, subjects } of moves) print(`${group}: ${subjects} from ${from} to ${to}`);
    print(summaryLine(tally));
  }
}

function summaryLine({
  entries,
  relocations,
  moving,
  explicit,
  unknownGroup,
  corrupted,
}: RelocationTally): string {
  const parts = [
    `${relocations} of ${countOf(entries, 'entry', 'entries')} would move`,
    `${explicit} assigned`,
    `${moving} moving now`,
  ];
  if (unknownGroup > 0) parts.push(`${unknownGroup} of unknown groups`);
  if (corrupted > 0) parts.push(`${corrupted} corrupted`);
  return `${parts.join(', ')}.`;
}
