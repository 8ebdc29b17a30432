output "api_urls" {
  description = "Addresses of the API by region, for callers in the project's network."
  value       = { for key, service in google_cloud_run_v2_service.this : service.location => service.uri if startswith(key, "api/") }
}

output "load_balancer_address" {
  description = "Address to point the domains at, or null."
  value       = one([for address in google_compute_global_address.api : address.address])
}

output "internal_addresses" {
  description = "Addresses of the internal load balancer, by region."
  value       = { for region, rule in google_compute_global_forwarding_rule.internal : region => rule.ip_address }
}

output "token_keys_secret" {
  description = "Id of the secret that the key of write tokens belongs in: \"tidemark keys new\" makes its text."
  value       = google_secret_manager_secret.this["token-keys"].secret_id
}

output "directory_key_secret" {
  description = "Id of the secret that the key of the location directory belongs in; null without placements. All processes have the same key, for ever."
  value       = one([for name, secret in google_secret_manager_secret.this : secret.secret_id if name == "directory-key"])
}

output "privacy_keys_secret" {
  description = "Id of the secret that the keys of the privacy ledger belong in; null without privacy. All processes have the same keys."
  value       = one([for name, secret in google_secret_manager_secret.this : secret.secret_id if name == "privacy-keys"])
}

output "privacy_signing_key_secret" {
  description = "Id of the secret that the Ed25519 key of certificates of erasure belongs in, as PEM; null without privacy."
  value       = one([for name, secret in google_secret_manager_secret.this : secret.secret_id if name == "privacy-signing-key"])
}

output "services" {
  description = "Names of the services, by role and place."
  value       = { for key, service in google_cloud_run_v2_service.this : key => service.name }
}

output "jobs" {
  description = "Names of the compactor's jobs, by role and worker."
  value       = { for key, job in google_cloud_run_v2_job.compactor : key => job.name }
}

output "quota_needs" {
  description = "vCPU and GiB of memory, by region, that Cloud Run must be able to allocate: all services at their maximum, a deployment beside them, and the compactor."
  value       = local.quota_needs
}

output "pipeline_jobs" {
  description = "Names of the jobs of full passes, with the minutes between their runs."
  value       = { for key, job in google_cloud_run_v2_job.pipeline : job.name => local.full_passes[key].interval_minutes }
}

output "pipeline_buckets" {
  description = "Buckets of modules and of lists of failed objects, or none."
  value       = { for kind, bucket in google_storage_bucket.pipelines : kind => bucket.name }
}
