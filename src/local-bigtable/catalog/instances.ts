import type { Catalog } from './catalog';
import {
  appProfileDefinition,
  appProfileName,
  clusterDefinition,
  clusterName,
  clusterIdsOf,
  resourceId,
  instanceDefinition,
  placeOfCluster,
  appProfileFromProto,
} from './definitions';
import { Instance, type InstanceDependencies } from './instance';
import type { admin } from '../encoding/proto';
import {
  appProfileChange,
  clusterChange,
  instanceChange,
  type DefinitionChange,
  DefinitionStore,
} from './definition-store';
import { DEFAULT_APP_PROFILE, defaultAppProfile } from './choose-cluster';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
} from '../../routing/topology/topology';
import type { AppProfile, ClusterLocation } from '../../routing/topology/topology';

/** Makes, changes and deletes instances, clusters and app profiles: at run time and in storage together. */
export class Instances {
  readonly definitions: DefinitionStore;
  readonly #catalog: Catalog;
  readonly #environment: InstanceDependencies;

  constructor(catalog: Catalog, environment: InstanceDependencies) {
    this.#catalog = catalog;
    this.#environment = environment;
    this.definitions = new DefinitionStore(environment.commits);
  }

  create(name: string, clusters: readonly ClusterLocation[]): Instance {
    const instance = this.#start(name, clusters);
    this.#define(name, clusters);
    return instance;
  }

  /** The definitions are complete and valid. */
  createFromDefinition(definition: admin.IInstance, clusters: readonly admin.ICluster[]): Instance {
    const instance = this.#start(definition.name ?? '', clusters.map(placeOfCluster));
    this.#write(definition, clusters);
    return instance;
  }

  /** The instance in which a table is made: as in other emulators, it comes into being with its first table. */
  getOrCreate(name: string): Instance {
    return this.#catalog.instances.get(name) ?? this.create(name, [DEFAULT_CLUSTER]);
  }

  /** The instance of a table that is being loaded. */
  getOrLoad(name: string): Instance {
    return this.#catalog.instances.get(name) ?? this.#load(name);
  }

  /** To be called when storage has been read. Tables may be older than the definition of their instance. */
  finishLoading(): void {
    for (const name of this.definitions.namesWithPrefix('projects/')) {
      if (INSTANCE_NAME.test(name)) this.getOrLoad(name);
    }
    for (const { name, clusters } of this.#catalog.instances.values()) {
      if (this.definitions.instance(name) === undefined) this.#define(name, [...clusters.values()]);
    }
  }

  /** Makes the instance what is declared, whatever storage holds. App profiles that were not declared stay. */
  declare(declaration: InstanceDeclaration): Instance {
    const { name, displayName, clusters, appProfiles } = declaration;
    const instance = this.#catalog.instances.get(name) ?? this.create(name, clusters);
    this.update({ ...this.definitions.instance(name), displayName });
    this.#declareClusters(instance, clusters);
    this.#declareAppProfiles(instance, appProfiles);
    return instance;
  }

  update(definition: admin.IInstance): void {
    this.definitions.write(instanceChange(definition));
  }

  /** The instance has no tables any more. */
  delete(instance: Instance): void {
    const { name } = instance;
    const inside = this.definitions.namesWithPrefix(`${name}/`);
    this.definitions.writeAll([name, ...inside].map((each): DefinitionChange => [each, undefined]));
    this.#catalog.instances.delete(name);
    instance.close();
  }

  addCluster(instance: Instance, definition: admin.ICluster): void {
    this.#environment.commits.checkWritable();
    // First what can refuse: there is a limit to how many there can be.
    instance.addCluster(placeOfCluster(definition));
    this.definitions.write(clusterChange(definition));
  }

  updateCluster(definition: admin.ICluster): void {
    this.definitions.write(clusterChange(definition));
  }

  removeCluster(instance: Instance, id: string): void {
    instance.cluster(id);
    this.definitions.write([clusterName(instance.name, id), undefined]);
    instance.removeCluster(id);
  }

  setAppProfile(instance: Instance, definition: admin.IAppProfile): void {
    this.definitions.write(appProfileChange(definition));
    const profile = appProfileFromProto(definition);
    instance.appProfiles.set(profile.id, profile);
  }

  removeAppProfile(instance: Instance, id: string): void {
    this.definitions.write([appProfileName(instance.name, id), undefined]);
    instance.appProfiles.delete(id);
  }

  #define(name: string, clusters: readonly ClusterLocation[]): void {
    this.#write(
      instanceDefinition(name, resourceId(name), this.#environment.clock.nowMs()),
      clusters.map((place) => clusterDefinition(name, place)),
    );
  }

  #write(definition: admin.IInstance, clusters: readonly admin.ICluster[]): void {
    const profile = defaultAppProfile(clusters.map(placeOfCluster));
    this.definitions.writeAll([
      instanceChange(definition),
      ...clusters.map(clusterChange),
      appProfileChange(appProfileDefinition(definition.name ?? '', profile)),
    ]);
  }

  #start(name: string, clusters: readonly ClusterLocation[]): Instance {
    this.#environment.commits.checkWritable();
    const instance = new Instance(name, clusters, this.#environment);
    this.#catalog.instances.set(name, instance);
    return instance;
  }

  #load(name: string): Instance {
    const { definitions: resources } = this;
    const clusters = resources
      .namesWithPrefix(clusterName(name, ''))
      .map((each) => placeOfCluster(resources.cluster(each) ?? {}));
    const instance = this.#start(name, clusters.length > 0 ? clusters : [DEFAULT_CLUSTER]);
    for (const each of resources.namesWithPrefix(appProfileName(name, ''))) {
      instance.appProfiles.set(resourceId(each), appProfileFromProto(resources.appProfile(each) ?? {}));
    }
    return instance;
  }

  /** Those that go, go first: there is a limit to how many there can be. */
  #declareClusters(instance: Instance, clusters: readonly ClusterDeclaration[]): void {
    const declared = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    for (const { id, region, zone } of [...instance.clusters.values()]) {
      const wanted = declared.get(id);
      if (wanted?.region !== region || wanted.zone !== zone) this.removeCluster(instance, id);
    }
    for (const cluster of clusters) {
      this.definitions.write(clusterChange(clusterDefinition(instance.name, cluster)));
      if (!instance.clusters.has(cluster.id)) instance.addCluster(cluster);
    }
  }

  #declareAppProfiles(instance: Instance, profiles: readonly AppProfileDeclaration[]): void {
    const declared = new Set(profiles.map(({ id }) => id));
    for (const id of this.#declaredBefore(instance)) {
      if (!declared.has(id)) this.removeAppProfile(instance, id);
    }
    for (const profile of profiles) {
      this.setAppProfile(instance, appProfileDefinition(instance.name, profile));
    }
    const byDefault = instance.appProfiles.get(DEFAULT_APP_PROFILE);
    if (byDefault === undefined || !hasServingCluster(instance, byDefault)) {
      const profile = defaultAppProfile([...instance.clusters.values()]);
      this.setAppProfile(instance, appProfileDefinition(instance.name, profile));
    }
    this.definitions.write([declaredName(instance), Buffer.from(JSON.stringify([...declared]))]);
  }

  #declaredBefore(instance: Instance): readonly string[] {
    const bytes = this.definitions.bytes(declaredName(instance));
    return bytes === undefined ? [] : (JSON.parse(bytes.toString()) as string[]);
  }
}

/** Whether any cluster that the profile routes to is there. */
function hasServingCluster(instance: Instance, profile: AppProfile): boolean {
  const named = clusterIdsOf(profile);
  return named.length === 0 || named.some((id) => instance.clusters.has(id));
}

/** Where storage keeps which app profiles were declared, so that they go when they are declared no longer. */
const declaredName = ({ name }: Instance): string => `${name}/declaredAppProfiles`;

const INSTANCE_NAME = /^projects\/[^/]+\/instances\/[^/]+$/;

/** The one cluster of an instance that nobody has described. */
const DEFAULT_CLUSTER: ClusterLocation = { id: 'local', region: 'local', zone: 'local-a' };
