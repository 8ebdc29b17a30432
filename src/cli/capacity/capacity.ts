import { Command, InvalidArgumentError } from 'commander';
import { planCapacity } from '../../core/capacity/plan-capacity';
import { loadFleet, type FleetOverride } from './fleet-file';
import { capacityLines } from './report';
import { print } from '../shared/terminal';

const HELP = `
The file says what the fleet is to carry (requests and events per second, their shares by region), what the parts of it can do, and
what they cost; the clusters are those of a topology file. All of it is to be replaced by your own figures.

Examples:
  tidemark capacity infra/examples/capacity/four-continents.json
  tidemark capacity infra/examples/capacity/four-continents.json --set heartbeats.intervalMs=5000
  tidemark capacity infra/examples/capacity/four-continents.json --set heartbeats.evidence=row+shard --set heartbeats.intervalMs=1000`;

interface CapacityFlags {
  readonly set: readonly FleetOverride[];
  readonly json?: boolean;
}

/** `tidemark capacity`: nodes, processes and cost of a fleet. */
export function capacityCommand(): Command {
  return new Command('capacity')
    .description('Plan the nodes and processes that carry a load, also when a cluster or a region is gone.')
    .argument('<file>', 'fleet, as JSON')
    .option(
      '--set <path=value>',
      'another number or text than that of the file; repeatable',
      addReplacement,
      [],
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(plan);
}

function plan(file: string, { set, json }: CapacityFlags): void {
  const planned = planCapacity(loadFleet(file, set));
  if (json === true) print(JSON.stringify(planned));
  else capacityLines(planned).forEach((line) => print(line));
}

function addReplacement(text: string, before: readonly FleetOverride[]): readonly FleetOverride[] {
  const [, path, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (path === undefined || value === undefined) throw new InvalidArgumentError('Must be <path>=<value>.');
  return [...before, { path, value }];
}
