import type { Catalog } from './catalog';
import { Instance, type InstanceEnvironment } from './instance';
import type { ClusterPlace } from './replication/cluster';

/** Makes instances. */
export class Instances {
  readonly #catalog: Catalog;
  readonly #environment: InstanceEnvironment;

  constructor(catalog: Catalog, environment: InstanceEnvironment) {
    this.#catalog = catalog;
    this.#environment = environment;
  }

  create(name: string, clusters: readonly ClusterPlace[]): Instance {
    const instance = new Instance(name, clusters, this.#environment);
    this.#catalog.instances.set(name, instance);
    return instance;
  }

  /** The instance in which a table is made: as in other emulators, it comes into being with its first table. */
  ofNewTable(name: string): Instance {
    return this.#catalog.instances.get(name) ?? this.create(name, [LOCAL_CLUSTER]);
  }
}

/** The one cluster of an instance that nobody has described. */
const LOCAL_CLUSTER: ClusterPlace = { id: 'local', region: 'local', zone: 'local-a' };
