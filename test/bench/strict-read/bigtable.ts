import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WATERMARK_FAMILY } from '../../../src/core/row-watermark';
import type { Topology } from '../../../src/topology/topology';
import { FAMILY, INSTANCE, PROJECT, TABLE } from './topology';
import { withTableAdmin } from '../../support/table-admin';

/** An embedded Bigtable in a process of its own, with its one table. */
export class Bigtable {
  readonly endpoint: string;
  readonly topology: Topology;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, endpoint: string, topology: Topology) {
    this.#child = child;
    this.endpoint = endpoint;
    this.topology = topology;
  }

  static async start(topology: Topology): Promise<Bigtable> {
    const child = fork(join(__dirname, 'server-process.ts'));
    child.send(topology);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the embedded server ended')));
    const [endpoint] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    const bigtable = new Bigtable(child, endpoint, topology);
    await bigtable.#createTable();
    return bigtable;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }

  async #createTable(): Promise<void> {
    await withTableAdmin({ endpoint: this.endpoint, project: PROJECT, instance: INSTANCE }, (admin) =>
      admin.createTable({ table: TABLE, families: { [FAMILY]: {}, [WATERMARK_FAMILY]: {} } }),
    );
  }
}
