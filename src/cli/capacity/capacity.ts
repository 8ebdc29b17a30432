import { Command, InvalidArgumentError } from 'commander';
import { planCapacity } from '../../core/capacity/plan-capacity';
import { loadFleet, type FleetOverride } from './fleet-file';
import { capacityLines } from './report';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';

const HELP = `
The file describes the load of the fleet (requests and events per second, and their shares by region), the limits of its nodes and
processes, and their prices. The clusters come from a topology file. Replace all figures with your own.

Examples:
  tidemark capacity infra/examples/capacity/four-continents.json
  tidemark capacity infra/examples/capacity/four-continents.json --set heartbeats.intervalMs=5000
  tidemark capacity infra/examples/capacity/four-continents.json --set heartbeats.evidence=row+shard --set heartbeats.intervalMs=1000`;

interface CapacityFlags {
  readonly set: readonly FleetOverride[];
  readonly json?: boolean;
}

/** Returns `tidemark capacity`, which plans the nodes, processes and cost of a fleet. */
export function capacityCommand(): Command {
  return new Command('capacity')
    .description('Plan the nodes and processes for a load, with the loss of a cluster or a region.')
    .argument('<file>', 'fleet file, as JSON')
    .option('--set <path=value>', 'replace a number or text of the file; repeatable', addReplacement, [])
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(plan));
}

function plan(_run: CommandRun, file: string, { set, json }: CapacityFlags): void {
  const capacity = planCapacity(loadFleet(file, set));
  if (json === true) print(JSON.stringify(capacity));
  else capacityLines(capacity).forEach((line) => print(line));
}

function addReplacement(text: string, before: readonly FleetOverride[]): readonly FleetOverride[] {
  const [, path, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (path === undefined || value === undefined) throw new InvalidArgumentError('Must be <path>=<value>.');
  return [...before, { path, value }];
}
