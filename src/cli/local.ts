import { Command, InvalidArgumentError } from 'commander';
import { join } from 'node:path';
import { loadLocalConfig, processEnvironment } from '../config';
import { startLocalBigtable } from '../local/server';
import { announceLocalInstance } from './local-instance';
import { print, untilSignal } from './terminal';

interface LocalFlags {
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly ephemeral?: boolean;
  readonly json?: boolean;
}

/** `tidemark local`: the embedded Bigtable alone, for any client of Cloud Bigtable in any language. */
export function localCommand(): Command {
  return new Command('local')
    .description('Run the embedded Bigtable alone, for any client that honours BIGTABLE_EMULATOR_HOST.')
    .option('--host <address>', 'address to listen on; default: 127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes any free one (TIDEMARK_LOCAL_PORT)', portNumber)
    .option('--data-dir <folder>', 'folder that keeps the data (TIDEMARK_DATA_DIR)')
    .option('--ephemeral', 'keep nothing: all data is in memory')
    .option('--json', 'print where it listens as one JSON object')
    .action(runLocal);
}

async function runLocal(flags: LocalFlags): Promise<void> {
  // Before anything else: a signal that comes during the start is obeyed after it.
  const signalled = untilSignal();
  const { host, port, dataDir } = { ...loadLocalConfig(processEnvironment()), ...flags };
  const bigtable = await startLocalBigtable({
    host,
    port,
    ...(flags.ephemeral !== true && { dataDir: join(dataDir, 'bigtable') }),
  });
  const withdraw = announceLocalInstance(dataDir, bigtable.endpoint);
  const kept = flags.ephemeral === true ? 'in memory' : dataDir;
  if (flags.json === true) print(JSON.stringify({ endpoint: bigtable.endpoint, data: kept }));
  else {
    print(`Embedded Bigtable on ${bigtable.endpoint}, data ${kept}. Use it with`);
    print(`  export BIGTABLE_EMULATOR_HOST=${bigtable.endpoint}`);
  }
  await signalled;
  withdraw();
  await bigtable.close();
}

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}
