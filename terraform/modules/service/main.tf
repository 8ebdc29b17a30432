# Cloud Run: a service for the API in each region, for each stream's consumers and for each pacer; for each auditor, erasure worker and follower of changes;
# the compactor as jobs. pipelines.tf has the jobs of full passes.

resource "google_cloud_run_v2_service" "this" {
  for_each = local.services

  project             = var.project
  location            = each.value.region
  name                = each.value.name
  labels              = merge(var.labels, { role = each.value.role })
  deletion_protection = var.deletion_protection
  ingress             = each.value.role == "api" && var.load_balancer != null ? "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER" : "INGRESS_TRAFFIC_INTERNAL_ONLY"
  custom_audiences    = each.value.role == "api" ? var.audiences : null

  # Cloud Run returns this block for every service: one left out would be a difference in every plan. Services without requests
  # cannot scale by them, so their number is fixed.
  scaling {
    scaling_mode          = each.value.is_fixed ? "MANUAL" : null
    manual_instance_count = each.value.is_fixed ? each.value.instances.max : null
    min_instance_count    = each.value.is_fixed ? null : each.value.instances.min
  }

  template {
    service_account                  = var.emails[each.value.account]
    execution_environment            = "EXECUTION_ENVIRONMENT_GEN2"
    timeout                          = "${var.api.timeout_seconds}s"
    max_instance_request_concurrency = each.value.role == "api" ? var.api.concurrency : null
    labels                           = merge(var.labels, { role = each.value.role }, each.value.labels)
    # Files are read again when they change; a change made here creates a new revision as well.
    annotations = { for name, file in each.value.files : "tidemark/${name}-sha256" => sha256(file.text) if file.text != null }

    dynamic "scaling" {
      for_each = each.value.is_fixed ? [] : [each.value.instances.max]

      content {
        max_instance_count = scaling.value
      }
    }

    containers {
      name  = "tidemark"
      image = var.image
      args  = each.value.args

      ports {
        container_port = each.value.port
      }

      resources {
        limits = { cpu = tostring(each.value.cpu), memory = "${1024 * each.value.memory_gib}Mi" }
        # Heartbeats, leases and pulls go on when there is no request.
        cpu_idle          = false
        startup_cpu_boost = true
      }

      dynamic "env" {
        for_each = each.value.env

        content {
          name  = env.key
          value = env.value
        }
      }

      dynamic "volume_mounts" {
        for_each = merge(each.value.files, each.value.buckets)

        content {
          name       = volume_mounts.key
          mount_path = volume_mounts.value.folder
        }
      }

      # Two minutes. A revision that does not get to the store, or to its subscription, is never taken into service.
      startup_probe {
        period_seconds    = 5
        timeout_seconds   = 3
        failure_threshold = 24

        http_get {
          path = "/readyz"
          port = local.admin_port
        }
      }

      liveness_probe {
        period_seconds    = 10
        timeout_seconds   = 5
        failure_threshold = 3

        http_get {
          path = "/healthz"
          port = local.admin_port
        }
      }
    }

    dynamic "containers" {
      for_each = var.collector[*]

      content {
        name       = "collector"
        image      = containers.value.image
        args       = ["--config=${local.files.collector.path}"]
        depends_on = ["tidemark"]

        resources {
          limits   = { cpu = tostring(containers.value.cpu), memory = "${1024 * containers.value.memory_gib}Mi" }
          cpu_idle = false
        }

        volume_mounts {
          name       = "collector"
          mount_path = local.files.collector.folder
        }

        liveness_probe {
          period_seconds    = 30
          timeout_seconds   = 5
          failure_threshold = 3

          http_get {
            path = "/"
            port = 13133
          }
        }
      }
    }

    dynamic "volumes" {
      for_each = merge(each.value.files, var.collector == null ? {} : { collector = local.files.collector })

      content {
        name = volumes.key

        secret {
          secret = google_secret_manager_secret.this[volumes.key].secret_id

          items {
            path    = volumes.value.file
            version = "latest"
          }
        }
      }
    }

    dynamic "volumes" {
      for_each = each.value.buckets

      content {
        name = volumes.key

        gcs {
          bucket    = google_storage_bucket.pipelines[volumes.key].name
          read_only = volumes.value.read_only
        }
      }
    }
  }

  depends_on = [google_secret_manager_secret_version.this, google_secret_manager_secret_iam_member.this, google_storage_bucket_iam_member.pipelines]
}

resource "google_cloud_run_v2_service_iam_member" "invoker" {
  for_each = merge([for key in keys(local.services) : { for member in var.invokers : "${key}/${member}" => { key = key, member = member } } if startswith(key, "api/")]...)

  project  = var.project
  location = google_cloud_run_v2_service.this[each.value.key].location
  name     = google_cloud_run_v2_service.this[each.value.key].name
  role     = "roles/run.invoker"
  member   = each.value.member
}

resource "google_cloud_run_v2_job" "compactor" {
  for_each = local.compactors

  project             = var.project
  location            = each.value.region
  name                = each.value.name
  labels              = merge(var.labels, { role = "compactor" })
  deletion_protection = var.deletion_protection

  template {
    task_count = 1

    template {
      service_account       = var.emails.compactor
      execution_environment = "EXECUTION_ENVIRONMENT_GEN2"
      timeout               = "${var.compactor.timeout_minutes * 60}s"
      max_retries           = local.compactor_retries

      containers {
        name  = "tidemark"
        image = var.image
        args  = each.value.args

        resources {
          limits = { cpu = tostring(var.compactor.cpu), memory = "${1024 * var.compactor.memory_gib}Mi" }
        }

        dynamic "env" {
          for_each = each.value.env

          content {
            name  = env.key
            value = env.value
          }
        }

        dynamic "volume_mounts" {
          for_each = each.value.files

          content {
            name       = volume_mounts.key
            mount_path = volume_mounts.value.folder
          }
        }
      }

      dynamic "volumes" {
        for_each = each.value.files

        content {
          name = volumes.key

          secret {
            secret = google_secret_manager_secret.this[volumes.key].secret_id

            items {
              path    = volumes.value.file
              version = "latest"
            }
          }
        }
      }
    }
  }

  depends_on = [google_secret_manager_secret_version.this, google_secret_manager_secret_iam_member.this]
}

resource "google_cloud_scheduler_job" "compactor" {
  for_each = local.compactors

  project     = var.project
  region      = each.value.region
  name        = each.value.name
  description = "Starts ${each.value.name}"
  schedule    = local.compactor_schedule
  time_zone   = "Etc/UTC"

  # If the answer to a start is lost, a second round runs beside the first one. That only costs time: blocks are written once.
  retry_config {
    retry_count = 1
  }

  http_target {
    http_method = "POST"
    uri         = "https://run.googleapis.com/v2/projects/${var.project}/locations/${each.value.region}/jobs/${google_cloud_run_v2_job.compactor[each.key].name}:run"

    oauth_token {
      service_account_email = var.emails.scheduler
    }
  }

  depends_on = [google_cloud_run_v2_job_iam_member.scheduler]
}

resource "google_cloud_run_v2_job_iam_member" "scheduler" {
  for_each = local.compactors

  project  = var.project
  location = google_cloud_run_v2_job.compactor[each.key].location
  name     = google_cloud_run_v2_job.compactor[each.key].name
  role     = "roles/run.invoker"
  member   = "serviceAccount:${var.emails.scheduler}"
}
