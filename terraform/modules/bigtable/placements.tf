# Placements: the tables that they add, and what must be true of their instances. docs/residency.md explains them.

locals {
  jurisdictions = try(var.residency.jurisdictions, {})
  groups        = try(var.residency.groups, {})

  grouped_corpora = flatten([for group in local.groups : group.corpora])

  # The corpora of all groups, and after them those of sketches: the first one's instance has the fences.
  group_corpora = concat(
    flatten([for group in local.groups : [for corpus in group.corpora : { corpus = corpus, default = group.default, families = try(var.schema.placement_families.corpus, {}), is_moved = true }]]),
    flatten([for group in local.groups : [for corpus in group.sketches : { corpus = corpus, default = group.default, families = {}, is_moved = false }]]),
  )

  # By placement, its corpora. A group's default placement has the tables that are there without it.
  placed_corpora = { for name, placement in try(var.residency.placements, {}) : name => [
    for of in local.group_corpora : merge(of, {
      table    = of.default == name ? of.corpus : "${of.corpus}@${name}"
      instance = of.default == name ? lookup(local.corpora, of.corpus, local.default_instance) : placement.instance
    }) if of.default == name || placement.instance != null
  ] }
  placement_instances = { for name, corpora in local.placed_corpora : name => distinct(corpora[*].instance) }

  placed_tables = merge(
    merge([for corpora in local.placed_corpora : { for each in corpora : each.table => {
      name            = each.corpus
      instance        = each.instance
      families        = merge(var.schema.tables[each.corpus].families, each.families)
      batch_writes    = var.schema.tables[each.corpus].holds_events
      is_of_placement = each.is_moved
    } if each.table != each.corpus }]...),
    # Fences are with the first corpus. Movers write them, all others only read them.
    { for name, corpora in local.placed_corpora : "tidemark_fences@${name}" => {
      name            = "tidemark_fences"
      instance        = corpora[0].instance
      families        = var.schema.placement_families.fences
      batch_writes    = false
      is_of_placement = true
    } },
    # The first write of a user makes an entry, whichever process it comes from.
    { for instance in try([var.residency.directory], []) : "tidemark_directory" => {
      name            = "tidemark_directory"
      instance        = instance
      families        = var.schema.placement_families.directory
      batch_writes    = true
      is_of_placement = true
    } },
  )

  # Every cluster counts, also one that the topology does not list: Bigtable replicates all rows to it.
  outside = flatten([for name, placement in try(var.residency.placements, {}) : [
    for id in local.placement_instances[name] : [for cluster_id, cluster in local.instances[id].clusters :
      { placement = name, text = "cluster ${cluster_id} of instance ${id} is in ${cluster.region}" }
      if !contains(try(local.jurisdictions[placement.jurisdiction].regions, [cluster.region]), cluster.region)
    ]
  ]])
}

# A record of each placement. Its rows would be unreachable without it, and in another instance: so neither its removal nor another
# instance passes a plan. docs/operations/placements.md removes a placement on purpose.
resource "terraform_data" "placement" {
  for_each = local.placed_corpora

  triggers_replace = try(var.residency.placements[each.key].instance, null)

  lifecycle {
    prevent_destroy = true

    precondition {
      condition = length([for found in local.outside : found if found.placement == each.key]) == 0
      error_message = "Placement ${each.key} must stay within jurisdiction ${coalesce(var.residency.placements[each.key].jurisdiction, "-")}: ${
      join(", ", [for found in local.outside : found.text if found.placement == each.key])}."
    }

    precondition {
      condition     = length([for corpora in local.placed_corpora : corpora if corpora[0].instance == each.value[0].instance]) == 1
      error_message = "Placement ${each.key}: instance ${each.value[0].instance} already has the fences of another placement."
    }

    precondition {
      condition = alltrue([for id in local.placement_instances[each.key] :
      anytrue([for cluster in values(local.instances[id].clusters) : cluster.role == "batch"])])
      error_message = "Placement ${each.key}: each of its instances (${join(", ", local.placement_instances[each.key])}) needs a batch cluster, since movers use no other."
    }
  }
}
