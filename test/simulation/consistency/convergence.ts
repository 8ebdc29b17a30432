import { familyIs } from '../../../src/bigtable/read/filters';
import type { AppProcess } from './app-process';
import type { Fleet } from './fleet';
import type { ReadRecord } from './history';
import type { TrialContext } from './read-trial';
import { shownBy } from './shown';
import { OBJECTS, REGIONS, TABLE } from './world';

const TIMEOUT_MS = 10_000;
const STRICT = { level: 'strict', onUnmet: 'error' } as const;
const WANTED = { objects: true, events: false };

/**
 * Checks the final state once all faults have ended: every region shows the same, and lacks nothing that was ever acknowledged.
 */
export class Convergence {
  readonly #context: TrialContext;

  constructor(context: TrialContext) {
    this.#context = context;
  }

  async check(fleet: Fleet): Promise<void> {
    const processes = REGIONS.map((region) => fleet.processIn(region, 'serving'));
    await Promise.all(this.#context.world.keys.map((key) => this.#checkRow(key, processes)));
  }

  async #checkRow(key: string, processes: readonly AppProcess[]): Promise<void> {
    const { tally } = this.#context;
    try {
      const shown = await Promise.all(processes.map((process) => this.#shownTo(process, key)));
      if (new Set(shown).size > 1) tally.violated(`in the end regions show ${shown.join(' and ')} in ${key}`);
      tally.count('rows checked in the end');
    } catch (error) {
      tally.violated(`in the end ${key} could not be read: ${(error as Error).stack}`);
    }
  }

  async #shownTo({ name, reader, workload }: AppProcess, key: string): Promise<string> {
    const { history, checker, tally } = this.#context;
    const begun = history.now();
    const read = {
      table: TABLE,
      key: Buffer.from(key, 'latin1'),
      filter: familyIs(OBJECTS),
    };
    const { row, evidence } = await reader.readRow(read, STRICT, { timeoutMs: TIMEOUT_MS });
    const shown = shownBy(row, WANTED);
    const record: ReadRecord = {
      key,
      workload,
      level: 'strict',
      begun,
      ended: history.now(),
      shown,
      evidence,
      maxStalenessMs: undefined,
      asOfMs: undefined,
      mayBeStale: false,
      implied: new Set(),
    };
    for (const what of checker.checkHealed(record)) tally.violated(`in the end ${name}: ${what}`);
    return JSON.stringify([...shown.values!].sort());
  }
}
