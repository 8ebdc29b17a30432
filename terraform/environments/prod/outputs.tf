output "topology" {
  description = "The file of TIDEMARK_TOPOLOGY: \"terraform output -raw topology > topology.json\"."
  value       = module.bigtable.topology
}

output "access" {
  description = "The file of TIDEMARK_ACCESS_FILE, as the API has it."
  value       = jsonencode(var.access)
}

output "api_urls" {
  description = "Addresses of the API by region, for callers in the project's network."
  value       = module.service.api_urls
}

output "images" {
  description = "Where images are pushed to."
  value       = "${google_artifact_registry_repository.images.location}-docker.pkg.dev/${var.project}/${google_artifact_registry_repository.images.repository_id}"
}

output "token_keys_secret" {
  description = "The secret that the key of write tokens belongs in."
  value       = module.service.token_keys_secret
}

output "directory_key_secret" {
  description = "The secret that the key of the location directory belongs in; null without placements."
  value       = module.service.directory_key_secret
}

output "privacy_keys_secret" {
  description = "The secret that the keys of the privacy ledger belong in; null without privacy."
  value       = module.service.privacy_keys_secret
}

output "privacy_signing_key_secret" {
  description = "The secret that the key of certificates of erasure belongs in; null without privacy."
  value       = module.service.privacy_signing_key_secret
}

output "access_log_topic" {
  description = "Full name of the topic of the access log; null without privacy."
  value       = module.pubsub.access_log_topic
}

output "streams" {
  description = "Full names of topics and subscriptions, by stream."
  value       = module.pubsub.streams
}

output "pacing_topic" {
  description = "Full name of the topic of campaigns' states."
  value       = module.pubsub.pacing_topic
}

output "service_accounts" {
  description = "Accounts by role."
  value       = module.identity.emails
}

output "load_balancer_address" {
  description = "Address to point the domains at; null without a load balancer."
  value       = module.service.load_balancer_address
}

output "internal_addresses" {
  description = "Addresses of the internal load balancer, by region."
  value       = module.service.internal_addresses
}

output "dashboard_id" {
  description = "Name of the dashboard in Cloud Monitoring."
  value       = module.observability.dashboard_id
}

output "node_needs" {
  description = "Bigtable nodes by zone, of all instances at their maximum: request these as quotas."
  value       = module.bigtable.node_needs
}

output "quota_needs" {
  description = "vCPU and GiB of memory that Cloud Run must be able to allocate, by region: request these as quotas."
  value       = module.service.quota_needs
}

output "pipeline_buckets" {
  description = "Buckets of the modules of pipelines, and of lists of failed objects; none without pipelines."
  value       = module.service.pipeline_buckets
}
