import { Command } from 'commander';
import { readTopology } from '../../store/topology-source';
import { print } from '../shared/terminal';
import { topologyRetireCommand } from './retire';
import { describeTopology, topologyLines } from './report';

interface JsonFlag {
  readonly json?: boolean;
}

/** `tidemark topology …`: what a topology file says to the router, before it is given to one. */
export function topologyCommand(): Command {
  const command = new Command('topology').description(
    'Check a topology file, show what the router makes of it, or retire a drained cluster.',
  );
  command
    .command('check')
    .description('Exit with 1, and say where, when the file does not hold together.')
    .argument('<file>', 'topology, as JSON')
    .option('--json', 'print one JSON object')
    .action(check);
  command
    .command('show')
    .description(
      'Print clusters, app profiles, the order of regions, and whose writes strict reads account for.',
    )
    .argument('<file>', 'topology, as JSON')
    .option('--json', 'print one JSON object')
    .action(show);
  command.addCommand(topologyRetireCommand());
  return command;
}

function check(file: string, { json }: JsonFlag): void {
  const { instances, remarks } = describeTopology(readTopology(file));
  const clusters = instances.reduce((sum, instance) => sum + instance.clusters.length, 0);
  if (json === true) return print(JSON.stringify({ file, ok: true, clusters, remarks }));
  print(`${file} holds together: ${many(instances.length, 'instance')}, ${many(clusters, 'cluster')}.`);
  for (const remark of remarks) print(`Note: ${remark}.`);
}

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function show(file: string, { json }: JsonFlag): void {
  const report = describeTopology(readTopology(file));
  if (json === true) print(JSON.stringify({ file, ...report }));
  else topologyLines(report).forEach((line) => print(line));
}
