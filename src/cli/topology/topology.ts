import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { countOf } from '../../core/shared/count-of';
import { readTopology } from '../../store/topology-source';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { topologyRetireCommand } from './retire';
import { sketchRemarks } from './placement-report';
import { describeTopology, topologyLines } from './report';

interface JsonFlag {
  readonly json?: boolean;
}

/** Returns `tidemark topology`, which checks and shows topology files, and retires clusters. */
export function topologyCommand(): Command {
  const command = new Command('topology').description(
    'Check a topology file, show how requests are routed with it, or retire a drained cluster.',
  );
  command
    .command('check')
    .description(
      'Exit with 1 when the file is invalid or its placement groups contradict the proto files, and name the field.',
    )
    .argument('<file>', 'topology file, as JSON')
    .option('--json', 'print one JSON object')
    .action(commandAction(check));
  command
    .command('show')
    .description(
      'Print clusters, app profiles, the order of regions, and the clusters whose writes strict reads account for.',
    )
    .argument('<file>', 'topology file, as JSON')
    .option('--json', 'print one JSON object')
    .action(commandAction(show));
  command.addCommand(topologyRetireCommand());
  return command;
}

function check(_run: CommandRun, file: string, { json }: JsonFlag): void {
  const corpora = loadSchema(loadSchemaConfig(processEnvironment())).corpora();
  const topology = readTopology(file, corpora);
  const { instances, residency, remarks: found } = describeTopology(topology);
  const remarks = [...found, ...sketchRemarks(topology, corpora)];
  const clusters = instances.reduce((sum, instance) => sum + instance.clusters.length, 0);
  const placements = residency === undefined ? undefined : Object.keys(residency.placements).length;
  if (json === true) return print(JSON.stringify({ file, ok: true, clusters, placements, remarks }));
  const counts = [countOf(instances.length, 'instance'), countOf(clusters, 'cluster')];
  if (placements !== undefined) counts.push(countOf(placements, 'placement'));
  print(`${file} is valid: ${counts.join(', ')}.`);
  for (const remark of remarks) print(`Note: ${remark}.`);
}

function show(_run: CommandRun, file: string, { json }: JsonFlag): void {
  const report = describeTopology(readTopology(file));
  if (json === true) print(JSON.stringify({ file, ...report }));
  else topologyLines(report).forEach((line) => print(line));
}
