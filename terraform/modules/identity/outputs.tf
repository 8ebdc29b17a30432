output "emails" {
  description = "Email addresses of the accounts, by role: api, consumer, compactor, pacer, schema, scheduler, with residency mover, with privacy eraser, and with pipelines pipeline."
  value       = local.emails

  # Who is granted something by its address must be there by then.
  depends_on = [google_service_account.role]
}

output "members" {
  description = "The same as members of IAM policies."
  value       = { for role, email in local.emails : role => "serviceAccount:${email}" }

  depends_on = [google_service_account.role]
}

output "profiles_role" {
  description = "Full name of the custom role that lists app profiles."
  value       = local.custom_role_names.profiles

  depends_on = [google_project_iam_custom_role.this]
}

output "erasure_role" {
  description = "Full name of the custom role that sees what is stored beside rows; null without privacy."
  value       = lookup(local.custom_role_names, "erasure", null)

  depends_on = [google_project_iam_custom_role.this]
}

output "schema_role" {
  description = "Full name of the custom role that compares tables with the proto files."
  value       = local.custom_role_names.schema

  depends_on = [google_project_iam_custom_role.this]
}
