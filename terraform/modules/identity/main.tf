# One service account for each role, and what roles need of the project as a whole. What they may do with tables,
# subscriptions, secrets and services is granted there, one by one, by the modules that make those.

locals {
  roles = merge(
    local.roles_everywhere,
    var.residency ? { mover = "Moves users between placements, and audits where their data are" } : {},
    var.privacy ? { eraser = "Deletes the data of erased users, and certifies it" } : {},
    var.pipelines ? { pipeline = "Runs pipelines by the clusters for batch work: reads all tables, writes those of its corpora" } : {},
  )
  roles_everywhere = {
    api       = "Serves requests: reads and writes all tables"
    consumer  = "Writes events from Pub/Sub to Bigtable"
    compactor = "Packs events into blocks, by the cluster for batch work"
    pacer     = "Decides the pace of campaigns"
    schema    = "Compares tables with the proto files; changes nothing, sees no data"
    scheduler = "Starts jobs, and can do nothing else"
  }

  # Ids are known before the accounts are there, so that a plan shows who is granted what.
  emails = { for role in keys(local.roles) : role => "tidemark-${var.environment}-${role}@${var.project}.iam.gserviceaccount.com" }

  # What runs beside a collector writes metrics, and traces where there are any.
  observed = concat(["api", "consumer", "pacer"], var.residency ? ["mover"] : [], var.privacy ? ["eraser"] : [], var.pipelines ? ["pipeline"] : [])
  project_roles = merge(
    { for role in local.observed : "${role}/metrics" => { role = role, granted = "roles/monitoring.metricWriter" } },
    { for role in local.observed : "${role}/traces" => { role = role, granted = "roles/cloudtrace.agent" } if var.tracing },
    { "consumer/backlog" = { role = "consumer", granted = local.custom_role_names.backlog } },
    { for role in ["mover"] : "${role}/residency" => { role = role, granted = local.custom_role_names.residency } if var.residency },
  )

  workload_identities = merge([for role, members in var.workload_identities : {
    for member in members : "${role}/${member}" => { role = role, member = member }
  }]...)
}

resource "google_service_account" "role" {
  for_each = local.roles

  project      = var.project
  account_id   = "tidemark-${var.environment}-${each.key}"
  display_name = "Tidemark ${each.key} (${var.environment})"
  description  = each.value
}

resource "google_project_iam_member" "role" {
  for_each = local.project_roles

  project = var.project
  role    = each.value.granted
  member  = "serviceAccount:${google_service_account.role[each.value.role].account_id}@${var.project}.iam.gserviceaccount.com"

  depends_on = [google_project_iam_custom_role.this]
}

resource "google_service_account_iam_member" "workload_identity" {
  for_each = local.workload_identities

  service_account_id = "projects/${var.project}/serviceAccounts/${local.emails[each.value.role]}"
  role               = "roles/iam.workloadIdentityUser"
  member             = each.value.member

  depends_on = [google_service_account.role]
}
