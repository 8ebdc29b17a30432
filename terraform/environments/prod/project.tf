# What a project needs before anything can be made in it, and where its images are.

resource "google_project_service" "this" {
  for_each = toset([
    "artifactregistry.googleapis.com",
    "bigquery.googleapis.com",
    "bigtable.googleapis.com",
    "bigtableadmin.googleapis.com",
    "cloudkms.googleapis.com",
    "cloudscheduler.googleapis.com",
    "cloudtrace.googleapis.com",
    "compute.googleapis.com",
    "iam.googleapis.com",
    "iamcredentials.googleapis.com",
    "logging.googleapis.com",
    "monitoring.googleapis.com",
    "pubsub.googleapis.com",
    "run.googleapis.com",
    "secretmanager.googleapis.com",
    "storage.googleapis.com",
    "sts.googleapis.com",
  ])

  project = var.project
  service = each.key
  # Others may use it too.
  disable_on_destroy = false
}

data "google_project" "this" {
  project_id = var.project
}

resource "google_artifact_registry_repository" "images" {
  project       = var.project
  location      = var.images_location
  repository_id = "tidemark"
  description   = "Tidemark's images"
  format        = "DOCKER"
  labels        = local.labels

  depends_on = [google_project_service.this]
}
