import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FuzzPart, FuzzTarget, Round } from '../harness';
import { Parsers } from './parsers';
import { Processes } from './processes';

const PARSED_PER_ROUND = 400;
const PROCESSES_PER_ROUND = 2;

export const part: FuzzPart = {
  name: 'config',
  description: 'environments, files and command lines',
  about:
    'Nearly valid variables, files and arguments. Most are passed to the parsers, some to processes of every command.' +
    ' A rejection must be a documented error that names the variable, field, file or option, in a few lines without a' +
    ' stack, control characters or secrets. A process must serve until SIGTERM, or end by itself with a documented ' +
    'exit code, and must not change the files that it reads.',
  open: async () => new ConfigTarget(await Processes.open()),
};

class ConfigTarget implements FuzzTarget {
  readonly #parsers = new Parsers(mkdtempSync(join(tmpdir(), 'tidemark-fuzz-config-')));
  readonly #processes: Processes;

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  async round(round: Round): Promise<void> {
    for (let each = 0; each < PARSED_PER_ROUND; each++) await this.#parsers.one(round);
    for (let each = 0; each < PROCESSES_PER_ROUND; each++) await this.#processes.one(round);
  }

  async close(): Promise<void> {
    this.#parsers.remove();
    await this.#processes.close();
  }
}
