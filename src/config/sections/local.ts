import { integer, text, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of the commands that run the embedded Bigtable. Its own defaults are in src/local-bigtable/defaults.ts. */
export const LOCAL_DEFAULTS = {
  host: '127.0.0.1',
  /** Port that Bigtable emulators commonly use. */
  port: 8086,
  dataDir: '.tidemark',
  /** Timeout of commands that control a running server, in milliseconds; generous, for busy machines. */
  controlTimeoutMs: 30_000,
  /** Time in which a process of an embedded Bigtable must have started, in milliseconds; generous, for busy machines. */
  childStartTimeoutMs: 30_000,
  statusIntervalMs: 1_000,
} as const;

export function readLocalConfig(env: Environment) {
  const d = widened(LOCAL_DEFAULTS);
  return {
    ...d,
    dataDir: env.get('TIDEMARK_DATA_DIR', text, d.dataDir, 'Data folder of the embedded Bigtable'),
    port: env.get(
      'TIDEMARK_LOCAL_PORT',
      integer(0, 65_535),
      d.port,
      'Port of the embedded Bigtable; 0 selects a free one',
    ),
  };
}
