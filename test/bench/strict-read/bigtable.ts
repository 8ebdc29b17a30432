import { join } from 'node:path';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import type { Topology } from '../../../src/routing/topology/topology';
import { Child } from '../child';
import { FAMILY, INSTANCE, PROJECT, TABLE } from './topology';
import { withTableAdmin } from '../../support/table-admin';

/** An embedded Bigtable in a process of its own, with its one table. */
export class Bigtable {
  readonly endpoint: string;
  readonly topology: Topology;
  readonly #child: Child;

  private constructor(child: Child, endpoint: string, topology: Topology) {
    this.#child = child;
    this.endpoint = endpoint;
    this.topology = topology;
  }

  static async start(topology: Topology): Promise<Bigtable> {
    const child = new Child(join(__dirname, 'server-process.ts'));
    const endpoint = await child.ask<string>(topology);
    const bigtable = new Bigtable(child, endpoint, topology);
    await bigtable.#createTable();
    return bigtable;
  }

  get pid(): number {
    return this.#child.pid;
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  async #createTable(): Promise<void> {
    await withTableAdmin({ endpoint: this.endpoint, project: PROJECT, instance: INSTANCE }, (admin) =>
      admin.createTable({ table: TABLE, families: { [FAMILY]: {}, [WATERMARK_FAMILY]: {} } }),
    );
  }
}
