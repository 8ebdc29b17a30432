import { Command, InvalidArgumentError } from 'commander';
import { join } from 'node:path';
import { DEFAULTS } from '../config';
import { startLocalBigtable } from '../local/server';
import { announceLocalInstance } from './local-instance';
import { print, untilSignal } from './terminal';

interface LocalFlags {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly ephemeral?: boolean;
  readonly json?: boolean;
}

/** `tidemark local`: the embedded Bigtable alone, for any client of Cloud Bigtable in any language. */
export function localCommand(): Command {
  const { host, dataDir } = DEFAULTS.local;
  return new Command('local')
    .description('Run the embedded Bigtable alone, for any client that honours BIGTABLE_EMULATOR_HOST.')
    .option('--host <address>', 'address to listen on', host)
    .option('--port <number>', 'port to listen on; 0 takes any free one', portNumber, DEFAULTS.local.port)
    .option('--data-dir <folder>', 'folder that keeps the data', dataDir)
    .option('--ephemeral', 'keep nothing: all data is in memory')
    .option('--json', 'print where it listens as one JSON object')
    .action(runLocal);
}

async function runLocal(flags: LocalFlags): Promise<void> {
  const bigtable = await startLocalBigtable({
    host: flags.host,
    port: flags.port,
    ...(flags.ephemeral !== true && { dataDir: join(flags.dataDir, 'bigtable') }),
  });
  const withdraw = announceLocalInstance(flags.dataDir, bigtable.endpoint);
  const kept = flags.ephemeral === true ? 'in memory' : flags.dataDir;
  if (flags.json === true) print(JSON.stringify({ endpoint: bigtable.endpoint, data: kept }));
  else {
    print(`Embedded Bigtable on ${bigtable.endpoint}, data ${kept}. Use it with`);
    print(`  export BIGTABLE_EMULATOR_HOST=${bigtable.endpoint}`);
  }
  await untilSignal();
  withdraw();
  await bigtable.close();
}

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}
