import type { MistakeRow } from './mistake';

const BIGTABLE = 'modules/bigtable/main.tf';
const PLACEMENTS = 'modules/bigtable/placements.tf';
const PUBSUB = 'modules/pubsub/main.tf';
const ROLES = 'modules/service/roles.tf';
const SECRETS = 'modules/service/secrets.tf';
const PROD = 'environments/prod/placements.tf';

/** Placements that Google Cloud would accept but that violate a contract. */
export const PLACEMENT_MISTAKES: readonly MistakeRow[] = [
  [
    'a cluster outside of its jurisdiction',
    'placementsStayInside topologyMatchesResources nodeNeedsAreComplete',
    BIGTABLE,
    'zone = cluster.value.zone',
    'zone = replace(cluster.value.zone, "europe-west1-d", "europe-west2-a")',
    'prod',
  ],
  [
    'a placement without the table of a corpus',
    'familiesAreDeclared familiesHaveRecords gcRulesAreDeclared rolesReachTheirTables',
    PLACEMENTS,
    'if each.table != each.corpus',
    'if false',
    'prod',
  ],
  [
    'batch clusters without transactions',
    'placementsCanBeLeft',
    'modules/bigtable/app-profiles.tf',
    'transactions = contains(concat([local.default_instance], flatten(values(local.placement_instances))), id)',
    'transactions = false',
    'prod',
  ],
  [
    'a placement whose removal nothing refuses',
    'placementsHaveRecords',
    PLACEMENTS,
    'for_each = local.placed_corpora',
    'for_each = { for name, of in local.placed_corpora : name => of if name != "eu" }',
    'prod',
  ],
  [
    'a directory that is far from users',
    'directoryIsNearUsers',
    PROD,
    'for zone in var.residency.directory_zones :',
    'for zone in slice(sort(var.residency.directory_zones), 2, 6) :',
    'prod',
  ],
  [
    'dead letters of a jurisdiction that are stored elsewhere',
    'messagesStayInTheirJurisdiction topicsAreStoredAlike',
    PUBSUB,
    'local.storage_regions[each.value.topic]',
    'var.storage_regions',
    'prod',
  ],
  [
    'an event type without a stream in the jurisdiction',
    'messagesStayInTheirJurisdiction',
    PROD,
    '{ topic = "${stream.topic}-${jurisdiction}", jurisdiction = jurisdiction })',
    '{ topic = "${stream.topic}-${jurisdiction}", jurisdiction = jurisdiction }) if name == "ad-action"',
    'prod',
  ],
  [
    'processes outside of what the topology allows',
    'messagesAreConsumedWhereAllowed placementsAreCompacted placementsAreAudited pacersSeeAllCounts',
    'modules/bigtable/topology.tf',
    'servedFrom = of.served_from',
    'servedFrom = ["europe-west6"]',
    'prod',
  ],
  [
    'a placement that no compactor may process',
    'placementsAreCompacted',
    PROD,
    'if alltrue([for regions in local.restrictions : contains(regions, region)])',
    '',
    'prod',
  ],
  [
    'sketches of all placements in one table',
    'sketchesArePlaced',
    PROD,
    'sketches          = var.residency.sketches',
    'sketches          = []',
    'prod',
    // Without them, pacers need nothing.
    'masking',
  ],
  [
    'a pacer that may not process the sketches of a placement',
    'pacersSeeAllCounts',
    PROD,
    'region if alltrue([for regions in local.count_restrictions : contains(regions, region)])]',
    'region]',
    'prod',
  ],
  [
    'an audit without the topics of a jurisdiction',
    'placementsAreAudited',
    ROLES,
    '"${jurisdiction}=${name}"',
    'name',
    'prod',
  ],
  [
    'movers that cannot prove replication',
    'moversSeeWhereDataIs',
    'modules/identity/custom-roles.tf',
    '"bigtable.tables.checkConsistency", ',
    '',
    'prod',
  ],
  [
    'quotas of nodes without those of placements',
    'nodeNeedsAreComplete',
    'modules/bigtable/outputs.tf',
    'value = { for zone in local.zones : zone => sum(flatten([for instance in local.instances : [',
    'value = { for zone in local.zones : zone => sum(flatten([for id, instance in local.instances : id == "tidemark-eu" ? [0] : [',
    'prod',
  ],
  [
    'a policy that rejects locations in use',
    'restrictedLocationsAreThoseInUse neededApisAreEnabled',
    'environments/prod/locations.tf',
    /(resource "google_org_policy_policy" "locations" \{\n +count +=).*([^]*for location in) local.locations/,
    '$1 1$2 slice(local.locations, 1, length(local.locations))',
    'prod',
  ],
  [
    'a key of the directory that the scheduler may read',
    'directoryKeyIsSecret',
    SECRETS,
    /(file = "directory-key", text = null, roles =) local.topology_readers/,
    '$1 concat(local.topology_readers, ["scheduler"])',
    'prod',
  ],
  [
    'a key of the directory in the state',
    'directoryKeyIsSecret',
    SECRETS,
    /(file = "directory-key", text =) null([^]*)\["token-keys", "directory-key", /,
    '$1 "key"$2["token-keys", ',
    'prod',
  ],
  [
    'a key of the directory that is not mounted',
    'filesAreMounted',
    ROLES,
    'residency_files = var.residency ? ["directory-key"] : []',
    'residency_files = []',
    'prod',
  ],
];
