/** Converts the declared placements of a topology to placement rules, and checks that all its parts agree. */
import { didYouMean } from '../../core/json/did-you-mean';
import {
  corporaOfGroup,
  placementsOfGroup,
  type Jurisdiction,
  type Placement,
  type PlacementGroup,
  type PlacementRules,
} from '../../core/residency/placement-rules';
import { invalidArgument } from '../../errors';
import { namedEntry, type PlacementDeclaration, type PlacementDeclarations } from './placement-declarations';
import { transactionsProfileOf } from './app-profiles';
import type { InstanceDeclaration, Topology } from './topology';
import { instanceId } from './topology-file';

/**
 * Returns the placement rules of a topology; undefined if it declares no placements. Throws `invalid_argument` whose
 * field is a path into the topology document.
 */
export function resolvePlacements(topology: Topology): PlacementRules | undefined {
  const { placements: declared } = topology;
  if (declared === undefined) return undefined;
  const instances = new Map(topology.instances.map((each) => [instanceId(each.name), each]));
  const groups = byName(declared.groups);
  const groupByCorpus = new Map(
    declared.groups.flatMap((group) => group.corpora.map((each) => [each, group])),
  );
  const groupBySketches = new Map(
    declared.groups.flatMap((group) => group.sketches.map((each) => [each, group])),
  );
  const scope: PlacementScope = {
    declared,
    instances,
    jurisdictions: byName(declared.jurisdictions),
    // The instance of the first corpus has the fences, so sketches come last: adding some moves no fences.
    groupOf: new Map([...groupByCorpus, ...groupBySketches]),
  };
  const placements = byName(declared.placements.map((placement) => resolvePlacement(placement, scope)));
  const rules = {
    jurisdictions: scope.jurisdictions,
    placements,
    groups,
    groupByCorpus,
    groupBySketches,
    directoryInstance: declared.directoryInstance,
  };
  rejectSharedInstances(rules, scope);
  for (const group of groups.values()) checkDefault(group, rules, { ...scope, topology });
  checkDirectory(declared.directoryInstance, instances);
  return Object.freeze(rules);
}

interface PlacementScope {
  readonly declared: PlacementDeclarations;
  readonly instances: ReadonlyMap<string, InstanceDeclaration>;
  readonly jurisdictions: ReadonlyMap<string, Jurisdiction>;
  /** Groups of all corpora, in the order of the groups, and after them of all corpora of sketches. */
  readonly groupOf: ReadonlyMap<string, PlacementGroup>;
}

function byName<T extends { readonly name: string }>(entries: readonly T[]): ReadonlyMap<string, T> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Returns the placement with its instances by corpus, in the order of the groups' corpora. */
function resolvePlacement(declared: PlacementDeclaration, scope: PlacementScope): Placement {
  const { name, jurisdiction: jurisdictionName, instances: chosen } = declared;
  const path = `placements.${name}`;
  const jurisdiction =
    jurisdictionName === undefined
      ? undefined
      : namedEntry(scope.jurisdictions, jurisdictionName, {
          kind: 'jurisdiction',
          path: `${path}.jurisdiction`,
        });
  if (typeof chosen !== 'string') checkCorpora(chosen, `${path}.instances`, scope);
  const instances = new Map<string, string>();
  for (const corpus of scope.groupOf.keys()) {
    const id = typeof chosen === 'string' ? chosen : chosen.get(corpus);
    if (id === undefined) continue;
    const at = instancePath(declared, corpus);
    const instance = namedEntry(scope.instances, id, { kind: 'instance', path: at });
    if (jurisdiction !== undefined) checkRegions(instance, jurisdiction, at);
    instances.set(corpus, id);
  }
  return Object.freeze({ name, jurisdiction: jurisdictionName, instances });
}

const instancePath = ({ name, instances }: PlacementDeclaration, corpus: string): string =>
  typeof instances === 'string' ? `placements.${name}.instance` : `placements.${name}.instances.${corpus}`;

/** Checks that a placement has each of its corpora in a group, and with it all other corpora of the group. */
function checkCorpora(chosen: ReadonlyMap<string, string>, path: string, { groupOf }: PlacementScope): void {
  for (const corpus of chosen.keys()) {
    const group = groupOf.get(corpus);
    if (group === undefined) {
      const near = didYouMean(corpus, groupOf.keys());
      throw invalidArgument(`${path}.${corpus}`, `corpus "${corpus}" is in no placement group${near}`);
    }
    const missing = corporaOfGroup(group).find((each) => !chosen.has(each));
    if (missing === undefined) continue;
    throw invalidArgument(
      path,
      `has no instance for corpus "${missing}", which is in placement group "${group.name}" like "${corpus}"`,
    );
  }
}

/** Every cluster counts, whatever its role and its writes: Bigtable replicates all rows to all of them. */
function checkRegions(
  { name, clusters }: InstanceDeclaration,
  { name: owner, regions }: Jurisdiction,
  path: string,
): void {
  const outside = clusters.find(({ region }) => !regions.includes(region));
  if (outside === undefined) return;
  throw invalidArgument(
    path,
    `cluster ${outside.id} of instance "${instanceId(name)}" is in ${outside.region}, ` +
      `which is not a region of jurisdiction "${owner}" (${regions.join(', ')})`,
  );
}

/**
 * Throws if two placements have the same table: that of a corpus, or that of the fences, which is in the instance of
 * the first corpus.
 */
function rejectSharedInstances(
  { placements }: Pick<PlacementRules, 'placements'>,
  { declared }: PlacementScope,
): void {
  const ownerOf = new Map<string, string>();
  for (const declaration of declared.placements) {
    const { name } = declaration;
    const { instances } = placements.get(name)!;
    const claim = (table: string, corpus: string, what: string): void => {
      const owner = ownerOf.get(`${instances.get(corpus)} ${table}`);
      if (owner !== undefined) {
        const message = `instance "${instances.get(corpus)}" already has ${what} of placement "${owner}"`;
        throw invalidArgument(instancePath(declaration, corpus), message);
      }
      ownerOf.set(`${instances.get(corpus)} ${table}`, name);
    };
    for (const corpus of instances.keys()) claim(`corpus ${corpus}`, corpus, `corpus "${corpus}"`);
    const [first] = instances.keys();
    claim('fences', first!, 'the fences');
  }
}

/**
 * Checks that a group's default placement exists, and has the corpora in the instances in which they are without it.
 */
function checkDefault(
  group: PlacementGroup,
  rules: Pick<PlacementRules, 'placements'>,
  { declared, topology, instances }: PlacementScope & { readonly topology: Topology },
): void {
  const path = `placementGroups.${group.name}.default`;
  const { name } = namedEntry(rules.placements, group.defaultPlacement, { kind: 'placement', path });
  const placement = placementsOfGroup(rules, group).find((each) => each.name === name);
  if (placement === undefined)
    throw invalidArgument(path, `placement "${name}" has no instances for the corpora of the group`);
  const [first] = instances.keys();
  const declaration = declared.placements.find((each) => each.name === name)!;
  for (const corpus of corporaOfGroup(group)) {
    const expected = topology.corpora?.[corpus] ?? first!;
    if (placement.instances.get(corpus) === expected) continue;
    throw invalidArgument(
      instancePath(declaration, corpus),
      `must be "${expected}", the instance of corpus "${corpus}", since "${name}" is the default placement of ` +
        `group "${group.name}"; change one of them or "corpora"`,
    );
  }
}

/** A directory needs transactions: one cluster decides about each entry. */
function checkDirectory(id: string, instances: ReadonlyMap<string, InstanceDeclaration>): void {
  const path = 'directory.instance';
  const instance = namedEntry(instances, id, { kind: 'instance', path });
  const decides = instance.clusters.some(
    (cluster) =>
      cluster.role === 'serving' &&
      cluster.writes !== 'fenced' &&
      transactionsProfileOf(instance, cluster) !== undefined,
  );
  if (decides) return;
  throw invalidArgument(
    path,
    `no serving cluster of instance "${id}" allows transactions: add an app profile with "cluster" and "transactions": true`,
  );
}
