import { Command } from 'commander';
import { parseCellName } from '../../core/objects/cell-name';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument } from '../../errors';
import { campaignObjectChecks } from '../../operations/campaigns/campaign-object-checks';
import type { ObjectBody } from '../../operations/objects/cell-to-put';
import { createPutObject } from '../../operations/objects/put-object';
import { systemClock } from '../../platform/time/clock';
import {
  ACCESS_LOCATION_OPTION_NAMES,
  accessLocationFlag,
  withAccessLocationOption,
  type AccessLocationFlags,
} from '../shared/access-location-option';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig, openServing } from '../shared/connection';
import { readInputBytes } from '../shared/input-text';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { withWriteTokenOption, writeTokenOf, type WriteTokenFlags } from './write-token-option';

interface PutFlags extends AccessLocationFlags, WriteTokenFlags {
  readonly protobuf?: boolean;
  readonly timestamp?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Examples:
  echo '{"locale": "de-CH"}' | tidemark objects put users user-1 profile/main
  tidemark objects put users user-1 profile/main profile.pb --protobuf`;

/** Returns `tidemark objects put`, the shell's counterpart of `PUT …/objects/{id}/{dataType}/{subType}`. */
export function objectsPutCommand(): Command {
  const command = new Command('put')
    .description('Write a cell of an object.')
    .argument('<corpus>', 'corpus, such as users')
    .argument('<id>', 'id of the object')
    .argument('<cell>', 'DataType and SubType, such as profile/main')
    .argument('[file]', 'the message in its JSON form, or serialized; - reads standard input', '-')
    .option('--protobuf', 'the file is the serialized message')
    .option('--timestamp <time>', 'version: ISO 8601 with a zone, or milliseconds; default: a new one');
  return withAccessLocationOption(withWriteTokenOption(command))
    .option('--json', 'print the answer of the API')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runPut, { optionNames: OPTION_NAMES }));
}

const OPTION_NAMES = {
  ...ACCESS_LOCATION_OPTION_NAMES,
  corpus: '<corpus>',
  id: '<id>',
  cell: '<cell>',
  dataType: '<cell>',
  subType: '<cell>',
  timestampMs: '--timestamp',
  token: '--token',
  body: '[file]',
};

async function runPut(
  { resources }: CommandRun,
  corpus: string,
  id: string,
  cell: string,
  file: string,
  flags: PutFlags,
): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const { cells, tokens } = store;
  const { dataType, subType } = parseCellName(cell, 'cell');
  if (subType === undefined) throw invalidArgument('cell', 'must name a SubType, as in profile/main');
  const { timestamp } = flags;
  const timestampMs = timestamp === undefined ? undefined : versionAt(timestamp);
  const clock = systemClock;
  const checks = campaignObjectChecks({ schema, clock, limits: config.campaigns });
  const put = createPutObject({ cells, schema, clock, limits: config.objects, checks });
  const body = bodyOf(readInputBytes(file, 'file'), flags);
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const dataTypes = [schema.dataType(corpus, dataType)];
  const access = { operation: 'putObject', kind: 'change', subjects: [id], dataTypes } as const;
  const options = { token: writeTokenOf(flags, store), accessLocation: accessLocationFlag(flags) };
  const object = { corpus, id, dataType, subType, timestampMs, body };
  const answer = await log.logged(access, () => put(object, options));
  if (flags.json === true)
    return print(JSON.stringify({ timestampMs: answer.timestampMs, token: tokens.encode(answer.token) }));
  print(`${id}  ${cell}  written ${new Date(answer.timestampMs).toISOString()}`);
}

export function versionAt(text: string): number {
  return parseInstant(/^\d+$/.test(text) ? Number(text) : text, 'timestampMs');
}

function bodyOf(bytes: Buffer, { protobuf }: PutFlags): ObjectBody {
  if (protobuf === true) return { kind: 'protobuf', bytes };
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch (error) {
    throw invalidArgument('body', `is not JSON: ${(error as Error).message}`);
  }
}
