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
import { DEFAULT_APP_PROFILE, defaultAppProfile } from './default-app-profile';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
} from '../../routing/topology/topology';
import type { AppProfile, ClusterLocation } from '../../routing/topology/topology';

/** Creates, changes and deletes instances, clusters and app profiles, at run time and in storage together. */
export class Instances {
  readonly definitions: DefinitionStore;
  readonly #catalog: Catalog;
  readonly #dependencies: InstanceDependencies;

  constructor(catalog: Catalog, dependencies: InstanceDependencies) {
    this.#catalog = catalog;
    this.#dependencies = dependencies;
    this.definitions = new DefinitionStore(dependencies.commits);
  }

  create(name: string, clusters: readonly ClusterLocation[]): Instance {
    const instance = this.#start(name, clusters);
    this.#define(name, clusters);
    return instance;
  }

  /** Creates an instance from complete and valid definitions. */
  createFromDefinition(definition: admin.IInstance, clusters: readonly admin.ICluster[]): Instance {
    const instance = this.#start(definition.name ?? '', clusters.map(placeOfCluster));
    this.#write(definition, clusters);
    return instance;
  }

  /** Returns the instance of a new table. As in other emulators, an instance is created with its first table. */
  getOrCreate(name: string): Instance {
    return this.#catalog.instances.get(name) ?? this.create(name, [DEFAULT_CLUSTER]);
  }

  /** Returns the instance of a table that is being loaded. */
  getOrLoad(name: string): Instance {
    return this.#catalog.instances.get(name) ?? this.#load(name);
  }

  /** Completes loading after storage has been read. Tables may be older than the definition of their instance. */
  finishLoading(): void {
    for (const name of this.definitions.namesWithPrefix('projects/')) {
      if (INSTANCE_NAME.test(name)) this.getOrLoad(name);
    }
    for (const { name, clusters } of this.#catalog.instances.values()) {
      if (this.definitions.instance(name) === undefined) this.#define(name, [...clusters.values()]);
    }
  }

  /**
   * Changes the instance to match its declaration, whatever storage contains. App profiles that were never declared
   * remain.
   */
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

  /** Deletes an instance that has no tables. */
  delete(instance: Instance): void {
    const { name } = instance;
    const inside = this.definitions.namesWithPrefix(`${name}/`);
    this.definitions.writeAll([name, ...inside].map((each): DefinitionChange => [each, undefined]));
    this.#catalog.instances.delete(name);
    instance.close();
  }

  addCluster(instance: Instance, definition: admin.ICluster): void {
    this.#dependencies.commits.checkWritable();
    // First the step that can fail: the number of clusters is limited.
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
      instanceDefinition(name, resourceId(name), this.#dependencies.clock.nowMs()),
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
    this.#dependencies.commits.checkWritable();
    const instance = new Instance(name, clusters, this.#dependencies);
    this.#catalog.instances.set(name, instance);
    return instance;
  }

  #load(name: string): Instance {
    const { definitions } = this;
    // The names of backups begin with those of their clusters.
    const clusters = definitions
      .namesWithPrefix(clusterName(name, ''))
      .flatMap((each) => definitions.cluster(each) ?? [])
      .map(placeOfCluster);
    const instance = this.#start(name, clusters.length > 0 ? clusters : [DEFAULT_CLUSTER]);
    for (const each of definitions.namesWithPrefix(appProfileName(name, ''))) {
      instance.appProfiles.set(resourceId(each), appProfileFromProto(definitions.appProfile(each) ?? {}));
    }
    return instance;
  }

  /** Removes clusters before it adds others, because their number is limited. */
  #declareClusters(instance: Instance, clusters: readonly ClusterDeclaration[]): void {
    const declared = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    for (const { id, region, zone } of [...instance.clusters.values()]) {
      const declaration = declared.get(id);
      if (declaration?.region !== region || declaration.zone !== zone) this.removeCluster(instance, id);
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

/** Returns whether the profile routes to any existing cluster. */
function hasServingCluster(instance: Instance, profile: AppProfile): boolean {
  const named = clusterIdsOf(profile);
  return named.length === 0 || named.some((id) => instance.clusters.has(id));
}

/** Storage key of the ids of declared app profiles. Profiles that are no longer declared are removed. */
const declaredName = ({ name }: Instance): string => `${name}/declaredAppProfiles`;

const INSTANCE_NAME = /^projects\/[^/]+\/instances\/[^/]+$/;

/** The only cluster of an instance without a declaration. */
const DEFAULT_CLUSTER: ClusterLocation = { id: 'local', region: 'local', zone: 'local-a' };
