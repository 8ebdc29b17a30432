output "topology" {
  description = "JSON text of the topology, for TIDEMARK_TOPOLOGY: \"terraform output -raw topology > topology.json\"."
  value       = local.topology_json
}

output "instances" {
  description = "Names of the instances, by their ids."
  value       = { for id, instance in google_bigtable_instance.this : id => instance.name }
}

output "app_profiles" {
  description = "Ids of the app profiles, by instance."
  value       = { for id in keys(var.instances) : id => sort([for profile in local.app_profiles : profile.id if profile.instance == id]) }
}

output "tables" {
  description = "By table, the instance that it lives in."
  value       = { for name, table in local.tables : name => table.instance }
}

output "node_needs" {
  description = "Nodes by zone that Bigtable must be able to allocate: those of all clusters there at their maximum."
  value = { for zone in local.zones : zone => sum(flatten([for instance in local.instances : [
    for cluster in instance.clusters : coalesce(cluster.nodes, try(cluster.autoscaling.max_nodes, null)) if cluster.zone == zone
  ]])) }
}

output "batch_region" {
  description = "Region of the first cluster for batch work of the default instance, or null: where the compactor is best run."
  value = one(slice([for name in local.batch_clusters[local.default_instance] : local.instances[local.default_instance].clusters[name].region],
  0, min(1, length(local.batch_clusters[local.default_instance]))))
}
