# The ways to the clusters. They follow from the clusters' places and roles, so that adding one adds its profiles. A cluster
# that is not listed keeps those that lead to it alone, which are there before and after Tidemark uses it, and is in no group:
# Bigtable removes no cluster of one.

locals {
  # By instance and id: { clusters } of several, or { cluster } alone; { priority }, or { data_boost }.
  app_profiles = merge([for id, instance in local.instances : {
    for profile in concat(
      [for region in local.serving_regions[id] : {
        id          = "serving-${region}"
        description = "Eventual reads in ${region}: Bigtable chooses a serving cluster, for a row always the same while it is up"
        clusters    = [for name, cluster in instance.clusters : name if contains(local.listed[id], name) && cluster.region == region && cluster.role == "serving"]
        priority    = "high"
      }],
      [for name, cluster in instance.clusters : {
        id           = "strict-${name}"
        description  = "Exactly ${name}: writes, reads that prove what they contain, transactions"
        cluster      = name
        transactions = true
        priority     = "high"
      } if cluster.role == "serving"],
      [for name in local.batch_clusters[id] : {
        id          = length(local.batch_clusters[id]) == 1 ? "batch" : "batch-${name}"
        description = "Batch work, separate from the serving clusters"
        cluster     = name
        priority    = "low"
        # Movers and pipelines change rows by transactions.
        transactions = contains(concat([local.default_instance], flatten(values(local.placement_instances))), id)
      }],
      # Data Boost reads a cluster's data without its nodes. Prefer a batch cluster, so that no batch profile names a serving
      # cluster.
      [for name in slice(local.boosted_clusters[id], 0, instance.data_boost ? 1 : 0) : {
        id          = "data-boost"
        description = "Reads of whole tables without using nodes; may lack the writes of the last half hour"
        cluster     = name
        data_boost  = true
      }],
    ) : "${id}/${profile.id}" => merge({ clusters = null, cluster = null, transactions = false, priority = null, data_boost = false }, profile, { instance = id })
  }]...)

  listed           = { for id, instance in local.instances : id => [for name, cluster in instance.clusters : name if cluster.listed] }
  serving_regions  = { for id, instance in local.instances : id => sort(distinct([for name in local.listed[id] : instance.clusters[name].region if instance.clusters[name].role == "serving"])) }
  batch_clusters   = { for id, instance in local.instances : id => [for name, cluster in instance.clusters : name if cluster.role == "batch"] }
  boosted_clusters = { for id, instance in local.instances : id => concat([for name in local.batch_clusters[id] : name if contains(local.listed[id], name)], local.listed[id]) }
}

resource "google_bigtable_app_profile" "this" {
  for_each = local.app_profiles

  project        = var.project
  instance       = google_bigtable_instance.this[each.value.instance].name
  app_profile_id = each.value.id
  description    = each.value.description

  multi_cluster_routing_use_any     = each.value.clusters != null ? true : null
  multi_cluster_routing_cluster_ids = each.value.clusters
  row_affinity                      = each.value.clusters != null ? true : null

  dynamic "single_cluster_routing" {
    for_each = each.value.cluster[*]

    content {
      cluster_id                 = single_cluster_routing.value
      allow_transactional_writes = each.value.transactions
    }
  }

  dynamic "standard_isolation" {
    for_each = each.value.priority[*]

    content {
      priority = "PRIORITY_${upper(standard_isolation.value)}"
    }
  }

  dynamic "data_boost_isolation_read_only" {
    for_each = each.value.data_boost ? ["HOST_PAYS"] : []

    content {
      compute_billing_owner = data_boost_isolation_read_only.value
    }
  }

  # Bigtable warns of transactions at several clusters. Tidemark sends those of a row to one.
  ignore_warnings = true
}
