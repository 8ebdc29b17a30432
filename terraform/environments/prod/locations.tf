# A policy by which Google refuses resources in other locations than those in use. Not for what is there already.

locals {
  locations = sort(distinct(concat(
    [for zone in flatten([for of in var.regions : of.zones]) : replace(zone, "/-[a-z]$/", "")],
    [for zone in flatten([for clusters in local.placement_clusters : values(clusters)[*].zone]) : replace(zone, "/-[a-z]$/", "")],
    [for zone in try(var.privacy.ledger_zones, []) : replace(zone, "/-[a-z]$/", "")],
    [for zone in try(concat(var.restored.zones, var.restored.batch_zone[*]), []) : replace(zone, "/-[a-z]$/", "")],
    [local.batch_region, var.images_location], local.audit_regions, local.pacer_regions,
    keys(var.regions), var.secret_regions, var.storage_regions,
    flatten([for of in local.jurisdictions : of.regions]),
  )))
}

resource "google_project_service" "org_policy" {
  count = var.restrict_locations ? 1 : 0

  project            = var.project
  service            = "orgpolicy.googleapis.com"
  disable_on_destroy = false
}

resource "google_org_policy_policy" "locations" {
  count = var.restrict_locations ? 1 : 0

  name   = "projects/${var.project}/policies/gcp.resourceLocations"
  parent = "projects/${var.project}"

  spec {
    rules {
      values {
        allowed_values = [for location in local.locations : "in:${location}-locations"]
      }
    }
  }

  depends_on = [google_project_service.org_policy]
}
