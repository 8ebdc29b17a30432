# The topology for Tidemark: the file of TIDEMARK_TOPOLOGY, in the format of docs/routing.md.

locals {
  topology_instances = {
    for id, instance in local.instances : id => {
      displayName = coalesce(instance.display_name, id)
      # Fields that a cluster or a profile has no value for are left out: the file's reader takes no null.
      clusters = { for name, cluster in instance.clusters : name => { for field, value in {
        region   = cluster.region
        zone     = cluster.zone
        role     = cluster.role
        writes   = cluster.writes
        fencedAt = cluster.fenced_at
        endpoint = instance.regional_endpoints ? "bigtable.${cluster.region}.rep.googleapis.com:443" : null
        nodes    = coalesce(cluster.nodes, try(cluster.autoscaling.min_nodes, null))
      } : field => value if value != null } if cluster.listed }
      appProfiles = { for profile in local.app_profiles : profile.id => { for field, value in {
        description  = profile.description
        cluster      = profile.cluster
        clusters     = profile.clusters
        rowAffinity  = profile.clusters != null ? true : null
        transactions = profile.transactions ? true : null
        priority     = profile.priority
        dataBoost    = profile.data_boost ? true : null
      } : field => value if value != null } if profile.instance == id && (profile.clusters != null || contains(local.listed[id], coalesce(profile.cluster, "-"))) }
    }
  }

  # The first instance has what no other one names, and write tokens are of its store. jsonencode would sort by name.
  ordered_instances = concat([local.default_instance], [for id in keys(var.instances) : id if id != local.default_instance])

  topology = { for field, value in {
    project           = var.project
    clientRegions     = length(var.client_regions) > 0 ? var.client_regions : null
    corpora           = length(local.corpora) > 0 ? local.corpora : null
    nativeRowAffinity = var.native_row_affinity ? true : null
    links             = [for link in var.links : { between = link.between, delayMs = link.delay_ms }]

    jurisdictions = length(local.jurisdictions) == 0 ? null : { for name, of in local.jurisdictions : name => { for field, value in {
      regions              = of.regions
      countries            = of.countries
      servedFrom           = of.served_from
      aggregatesServedFrom = of.aggregates_served_from
    } : field => value if value != null } }
    placements = var.residency == null ? null : { for name, of in var.residency.placements : name => { for field, value in {
      jurisdiction = of.jurisdiction
      instances    = { for each in local.placed_corpora[name] : each.corpus => each.instance }
    } : field => value if value != null } }
    placementGroups = var.residency == null ? null : { for name, of in local.groups : name => {
      corpora          = of.corpora
      sketches         = of.sketches
      default          = of.default
      requiresLocation = of.requires_location
    } }
    directory = var.residency == null ? null : { instance = var.residency.directory }
    privacy   = var.ledger.instance == null ? null : { ledger = { instance = var.ledger.instance } }
  } : field => value if value != null }

  topology_json = join("", [
    trimsuffix(jsonencode(local.topology), "}"),
    ",\"instances\":{",
    join(",", [for id in local.ordered_instances : "${jsonencode(id)}:${jsonencode(local.topology_instances[id])}"]),
    "}}",
  ])
}
