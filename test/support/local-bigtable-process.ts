/** The embedded Bigtable alone in a process, on the data folder given; prints where it listens. */
import { startLocalBigtable } from '../../src/local/server';

const [dataDir] = process.argv.slice(2);
startLocalBigtable({ host: '127.0.0.1', port: 0, ...(dataDir !== undefined && { dataDir }) }).then(
  ({ endpoint }) => process.stdout.write(`${endpoint}\n`),
  (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
