# Placements of users' data (docs/residency.md): an instance for each besides the default one, the instance of the directory, and
# streams whose messages stay in a jurisdiction. Without the variable residency none of it is there.

locals {
  placements    = try(var.residency.placements, {})
  jurisdictions = try(var.residency.jurisdictions, {})

  audit_regions = try(var.residency.audit_regions, [])

  # The topology's placements. Users without an entry in the directory are in the default one: the instance that all regions share.
  residency = var.residency == null ? null : {
    jurisdictions = var.residency.jurisdictions
    placements = merge(
      { (var.residency.default_placement) = {} },
      { for name, of in local.placements : name => { jurisdiction = of.jurisdiction, instance = "tidemark-${name}" } },
    )
    groups = { users = {
      corpora           = var.residency.corpora
      sketches          = var.residency.sketches
      default           = var.residency.default_placement
      requires_location = var.residency.requires_location
    } }
    directory = "tidemark-directory"
  }

  # Clusters of placements and of the directory, by instance. Their ids begin with the instance's name, since those of the first
  # instance are zones.
  placement_clusters = merge(
    { for name, of in local.placements : "tidemark-${name}" => merge(
      { for zone in of.zones : "${name}-${zone}" => { zone = zone, role = "serving", autoscaling = of.nodes } },
      { "${name}-${replace(of.batch_zone, "/-[a-z]$/", "")}-batch" = { zone = of.batch_zone, role = "batch", autoscaling = of.batch_nodes } },
    ) },
    { for id in var.residency == null ? [] : ["tidemark-directory"] : id => {
      for zone in var.residency.directory_zones : "dir-${zone}" => { zone = zone, role = "serving", autoscaling = var.residency.directory_nodes }
    } },
  )

  placement_instances = { for id, clusters in local.placement_clusters : id => {
    display_name = id == "tidemark-directory" ? "Tidemark, placements of users" : "Tidemark, users of ${trimprefix(id, "tidemark-")}"
    corpora      = []
    data_boost   = false

    regional_endpoints = try(local.placements[trimprefix(id, "tidemark-")].regional_endpoints, false)
    clusters = { for name, cluster in clusters : name => merge(cluster, {
      kms_key   = lookup(var.kms_keys, replace(cluster.zone, "/-[a-z]$/", ""), null)
      writes    = contains(keys(var.fences), name) ? "fenced" : lookup(var.writes, name, "accepted")
      fenced_at = lookup(var.fences, name, null)
      listed    = !contains(var.unlisted, name)
    }) }
  } }

  # Events about users of a jurisdiction: messages that its regions store, and that are consumed where its data may be processed.
  jurisdiction_streams = merge([for jurisdiction in distinct(compact([for of in local.placements : of.jurisdiction])) : {
    for name, stream in local.streams : "${name}-${jurisdiction}" => merge(stream, { topic = "${stream.topic}-${jurisdiction}", jurisdiction = jurisdiction })
  }]...)

  consumer_regions = { for region, of in var.regions : region => of.consumer_instances if of.consumer_instances > 0 }
  # Consumers elsewhere take the other streams: so no region needs more of Cloud Run's quota.
  stream_regions = var.residency == null ? {} : merge(
    { for name, stream in local.jurisdiction_streams : name => [
      for region in keys(local.consumer_regions) : region if contains(local.processing_regions[stream.jurisdiction], region)
    ] },
    { for name in keys(local.streams) : name => coalescelist(
      [for region in keys(local.consumer_regions) : region if !contains(flatten(values(local.processing_regions)), region)], keys(local.consumer_regions)
    ) },
  )
  # By jurisdiction with streams.
  processing_regions = { for name, of in local.jurisdictions : name => coalesce(of.served_from, of.regions) if contains([for each in local.placements : each.jurisdiction], name) }

  # One region that may process the data of all placements, the batch cluster's if possible; else more, one for each jurisdiction.
  restrictions = [for of in local.jurisdictions : of.served_from if of.served_from != null]
  job_regions  = distinct(concat([local.batch_region], keys(local.staffed)))
  versatile    = [for region in local.job_regions : region if alltrue([for regions in local.restrictions : contains(regions, region)])]
  # Regions that may process the sketches of all placements: pacing needs all counts. Others than those of the API if need be.
  count_restrictions = length(try(var.residency.sketches, [])) == 0 ? [] : [for of in local.jurisdictions : coalesce(of.aggregates_served_from, of.served_from) if of.served_from != null]
  counting_regions = [for region in distinct(concat(keys(local.staffed), flatten(local.count_restrictions))) :
  region if alltrue([for regions in local.count_restrictions : contains(regions, region)])]

  compactor_regions = length(local.versatile) > 0 ? slice(local.versatile, 0, 1) : distinct(concat([local.batch_region], flatten(
    [for regions in local.restrictions : slice([for region in local.job_regions : region if contains(regions, region)], 0, 1)]
  )))
}
