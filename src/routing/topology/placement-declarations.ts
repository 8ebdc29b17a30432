/**
 * Parser of the parts of a topology file that declare placements: `jurisdictions`, `placements`, `placementGroups` and
 * `directory`. `resolvePlacements` checks that they agree with each other and with the instances.
 */
import {
  Fields,
  jsonEntries,
  jsonFlag,
  jsonList,
  jsonString,
  type JsonReader,
} from '../../core/json/json-readers';
import { didYouMean } from '../../core/json/did-you-mean';
import { countryAt } from '../../core/residency/countries';
import {
  corporaOfGroup,
  isReservedTable,
  type Jurisdiction,
  type Placement,
  type PlacementGroup,
} from '../../core/residency/placement-rules';
import { invalidArgument } from '../../errors';
import { identifierOf, regionName, resourceName } from './topology-names';

/** A placement as the file declares it. */
export interface PlacementDeclaration extends Pick<Placement, 'name' | 'jurisdiction'> {
  /** Instance ids by corpus, or the id of the instance of all corpora. */
  readonly instances: ReadonlyMap<string, string> | string;
}

/** Placements as the file declares them: single values are valid, but names may refer to nothing. */
export interface PlacementDeclarations {
  readonly jurisdictions: readonly Jurisdiction[];
  readonly placements: readonly PlacementDeclaration[];
  /** Groups, at least one. */
  readonly groups: readonly PlacementGroup[];
  readonly directoryInstance: string;
}

/** Fields of the document that declare placements. */
export const PLACEMENT_FIELDS = ['jurisdictions', 'placements', 'placementGroups', 'directory'] as const;
type PlacementField = (typeof PLACEMENT_FIELDS)[number];

/** Reads the placements of a document; undefined if it has none of the fields. */
export function readPlacements(fields: Fields<PlacementField>): PlacementDeclarations | undefined {
  if (!PLACEMENT_FIELDS.some((name) => fields.has(name))) return undefined;
  const jurisdictions = fields.optional('jurisdictions', jsonEntries(entityName, jurisdictionOf), []);
  rejectSharedCountries(jurisdictions);
  const groups = fields.required('placementGroups', jsonEntries(entityName, groupOf));
  if (groups.length === 0) throw invalidArgument(fields.pathOf('placementGroups'), 'must have a group');
  rejectSharedCorpora(groups);
  return {
    jurisdictions,
    placements: fields.required('placements', jsonEntries(entityName, placementOf)),
    groups,
    directoryInstance: fields.required('directory', directoryOf),
  };
}

const entityName = identifierOf(33);

/** Reads the id of an instance, whatever its form: `resolvePlacements` looks for it among the declared ones. */
const instanceName = jsonString(/./, 'the id of an instance');

/** Reads a corpus that a group may have. */
const groupedCorpus: JsonReader<string> = (value, path) => {
  const corpus = resourceName(value, path);
  if (isReservedTable(corpus)) throw invalidArgument(path, `"${corpus}" is reserved for a table of Tidemark`);
  return corpus;
};

function jurisdictionOf(name: string, value: unknown, path: string): Jurisdiction {
  const fields = new Fields(value, path, ['regions', 'countries', 'servedFrom', 'aggregatesServedFrom']);
  const servedFrom = fields.optional('servedFrom', jsonList(regionName, 1), undefined);
  const aggregatesServedFrom = fields.optional('aggregatesServedFrom', jsonList(regionName, 1), undefined);
  if (aggregatesServedFrom !== undefined)
    checkAggregates(aggregatesServedFrom, servedFrom, fields.pathOf('aggregatesServedFrom'));
  return {
    name,
    regions: fields.required('regions', jsonList(regionName, 1)),
    countries: fields.required('countries', jsonList(countryAt)),
    servedFrom,
    aggregatesServedFrom,
  };
}

/** A process that may process users' data counts it, so it may process the counts. */
function checkAggregates(
  regions: readonly string[],
  servedFrom: readonly string[] | undefined,
  path: string,
): void {
  if (servedFrom === undefined)
    throw invalidArgument(path, 'requires servedFrom: without it, all regions may process all data');
  const missing = servedFrom.find((region) => !regions.includes(region));
  if (missing !== undefined) throw invalidArgument(path, `must have ${missing}, which is in servedFrom`);
}

function placementOf(name: string, value: unknown, path: string): PlacementDeclaration {
  const fields = new Fields(value, path, ['jurisdiction', 'instance', 'instances']);
  if (fields.has('instance') === fields.has('instances')) {
    throw invalidArgument(path, 'must have either "instance", for all corpora, or "instances"');
  }
  const jurisdiction = fields.optional('jurisdiction', entityName, undefined);
  if (fields.has('instance'))
    return { name, jurisdiction, instances: fields.required('instance', instanceName) };
  const instances = fields.required(
    'instances',
    jsonEntries(groupedCorpus, (corpus, id, at) => [corpus, instanceName(id, at)] as const),
  );
  if (instances.length === 0) throw invalidArgument(fields.pathOf('instances'), 'must have a corpus');
  return { name, jurisdiction, instances: new Map(instances) };
}

function groupOf(name: string, value: unknown, path: string): PlacementGroup {
  const fields = new Fields(value, path, ['corpora', 'sketches', 'default', 'requiresLocation']);
  return {
    name,
    corpora: fields.required('corpora', jsonList(groupedCorpus, 1)),
    sketches: fields.optional('sketches', jsonList(groupedCorpus), []),
    defaultPlacement: fields.required('default', entityName),
    requiresLocation: fields.optional('requiresLocation', jsonFlag, false),
  };
}

const directoryOf: JsonReader<string> = (value, path) =>
  new Fields(value, path, ['instance']).required('instance', instanceName);

function rejectSharedCountries(jurisdictions: readonly Jurisdiction[]): void {
  const ownerOf = new Map<string, string>();
  for (const { name, countries } of jurisdictions) {
    countries.forEach((code, index) => {
      const owner = ownerOf.get(code);
      if (owner !== undefined) {
        const path = `jurisdictions.${name}.countries[${index}]`;
        throw invalidArgument(path, `${code} is already a country of jurisdiction "${owner}"`);
      }
      ownerOf.set(code, name);
    });
  }
}

function rejectSharedCorpora(groups: readonly PlacementGroup[]): void {
  const ownerOf = new Map<string, string>();
  for (const group of groups) {
    const { name, corpora } = group;
    corporaOfGroup(group).forEach((corpus, index) => {
      const owner = ownerOf.get(corpus);
      if (owner !== undefined) {
        const field = index < corpora.length ? `corpora[${index}]` : `sketches[${index - corpora.length}]`;
        const path = `placementGroups.${name}.${field}`;
        throw invalidArgument(path, `corpus "${corpus}" is already in placement group "${owner}"`);
      }
      ownerOf.set(corpus, name);
    });
  }
}

/** Returns the entry with that name. Throws `invalid_argument` with the nearest name if there is none. */
export function namedEntry<T>(
  entries: ReadonlyMap<string, T>,
  name: string,
  { kind, path }: { readonly kind: string; readonly path: string },
): T {
  const found = entries.get(name);
  if (found !== undefined) return found;
  throw invalidArgument(
    path,
    `${kind} "${name}" is not declared in the topology${didYouMean(name, entries.keys())}`,
  );
}
