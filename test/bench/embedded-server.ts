/** The embedded Bigtable alone in a process, in memory or on the folder given; reports its endpoint to its parent. */
import '../../src/platform/process/v8-flags';
import { startLocalBigtable } from '../../src/local-bigtable/index';
import { answerMessages } from './answer-messages';

const dataDir = process.argv[2];

const started = startLocalBigtable({
  host: '127.0.0.1',
  port: 0,
  ...(dataDir !== undefined && { dataDir }),
}).then(({ endpoint }) => endpoint);
answerMessages(() => undefined, started);
