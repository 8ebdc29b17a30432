# Pipelines: full passes as jobs of several tasks that share one run, and followers as services. What a run must know after a restart
# is in the table of pipelines, so neither needs a disk. Modules come from a bucket, and lists of objects that failed go to one.

locals {
  pipeline_regions = try(var.pipelines.regions, [])
  # Mounted by Cloud Run, from buckets.
  modules_folder = "/mnt/modules"
  rejects_folder = "/mnt/rejects"

  pipelines_suffix = { for region in local.pipeline_regions : region => region == local.pipeline_regions[0] ? "" : region }

  # Cloud Run sets variables with the number of each task, that of all, and the execution's name: the command takes its share and the id
  # of the run from these. A task that is tried again continues where it was.
  full_passes = merge([for region in local.pipeline_regions : { for name, of in var.pipelines.full_passes : join("/", compact(["pipeline", name, local.pipelines_suffix[region]])) => merge(of, {
    name   = join("-", compact([local.prefix, name, local.pipelines_suffix[region]]))
    region = region
    args = ["pipeline", "run", "${local.modules_folder}/${of.file}", "--every", "${of.interval_minutes}m", "--errors-max", tostring(of.errors_max),
    "--rejects", local.rejects_folder, "--threads", tostring(of.cpu), "--json"]
    env   = merge(local.env, local.residency_env, local.consent_env, { TIDEMARK_REGION = region }, of.env)
    files = { for name in concat(["topology"], local.residency_files) : name => local.files[name] }
    # At 37 minutes past, when no compactor starts.
    schedule = of.interval_minutes < 60 ? "7,37 * * * *" : "37 ${join(",", [for run in range(1440 / of.interval_minutes) : (3 + run * of.interval_minutes / 60) % 24])} * * *"
  }) }]...)

  followers = merge([for region in local.pipeline_regions : { for name, of in var.pipelines.followers : join("/", compact(["follower", name, local.pipelines_suffix[region]])) => {
    role       = "pipeline"
    name       = "${local.prefix}-follow-${name}"
    region     = region
    args       = ["pipeline", "follow", "${local.modules_folder}/${of.file}", "--rejects", local.rejects_folder, "--threads", tostring(of.cpu), "--json"]
    port       = local.admin_port
    cpu        = of.cpu
    memory_gib = of.memory_gib
    instances  = { min = of.instances, max = of.instances }
    files      = concat(["topology"], local.residency_files)
    env        = of.env
    labels     = { corpus = of.corpus }
    buckets    = local.pipeline_volumes
  } }]...)

  pipeline_buckets = var.pipelines == null ? {} : {
    modules = { name = var.pipelines.modules_bucket, role = "roles/storage.objectViewer", days = null }
    rejects = { name = var.pipelines.rejects_bucket, role = "roles/storage.objectUser", days = var.pipelines.rejects_days }
  }
  pipeline_volumes = { for kind, folder in { modules = local.modules_folder, rejects = local.rejects_folder } : kind => { folder = folder, read_only = kind == "modules" } if var.pipelines != null }

  pipeline_retries = 1
}

resource "google_storage_bucket" "pipelines" {
  for_each = local.pipeline_buckets

  project                     = var.project
  name                        = each.value.name
  location                    = var.pipelines.buckets_location
  labels                      = var.labels
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = !var.deletion_protection

  # Lists of objects that failed have their ids.
  dynamic "lifecycle_rule" {
    for_each = each.value.days[*]

    content {
      action {
        type = "Delete"
      }

      condition {
        age = lifecycle_rule.value
      }
    }
  }

  # A module that was replaced can be restored.
  versioning {
    enabled = each.key == "modules"
  }
}

resource "google_storage_bucket_iam_member" "pipelines" {
  for_each = local.pipeline_buckets

  bucket = google_storage_bucket.pipelines[each.key].name
  role   = each.value.role
  member = "serviceAccount:${var.emails.pipeline}"
}

resource "google_cloud_run_v2_job" "pipeline" {
  for_each = local.is_running ? local.full_passes : {}

  project             = var.project
  location            = each.value.region
  name                = each.value.name
  labels              = merge(var.labels, { role = "pipeline" })
  deletion_protection = var.deletion_protection

  template {
    task_count = each.value.tasks

    template {
      service_account       = var.emails.pipeline
      execution_environment = "EXECUTION_ENVIRONMENT_GEN2"
      timeout               = "${each.value.timeout_minutes * 60}s"
      max_retries           = local.pipeline_retries

      containers {
        name  = "tidemark"
        image = var.image
        args  = each.value.args

        resources {
          limits = { cpu = tostring(each.value.cpu), memory = "${1024 * each.value.memory_gib}Mi" }
        }

        dynamic "env" {
          for_each = each.value.env

          content {
            name  = env.key
            value = env.value
          }
        }

        dynamic "volume_mounts" {
          for_each = merge(each.value.files, local.pipeline_volumes)

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

      dynamic "volumes" {
        for_each = local.pipeline_volumes

        content {
          name = volumes.key

          gcs {
            bucket    = google_storage_bucket.pipelines[volumes.key].name
            read_only = volumes.value.read_only
          }
        }
      }
    }
  }

  depends_on = [google_secret_manager_secret_version.this, google_secret_manager_secret_iam_member.this, google_storage_bucket_iam_member.pipelines]
}

resource "google_cloud_scheduler_job" "pipeline" {
  for_each = local.is_running ? local.full_passes : {}

  project     = var.project
  region      = each.value.region
  name        = each.value.name
  description = "Starts ${each.value.name}"
  schedule    = each.value.schedule
  time_zone   = "Etc/UTC"

  # If the answer to a start is lost, a second run begins beside the first one. That only costs time: each has a time of its own, and
  # the later one's output counts.
  retry_config {
    retry_count = 1
  }

  http_target {
    http_method = "POST"
    uri         = "https://run.googleapis.com/v2/projects/${var.project}/locations/${each.value.region}/jobs/${google_cloud_run_v2_job.pipeline[each.key].name}:run"

    oauth_token {
      service_account_email = var.emails.scheduler
    }
  }

  depends_on = [google_cloud_run_v2_job_iam_member.pipeline_scheduler]
}

resource "google_cloud_run_v2_job_iam_member" "pipeline_scheduler" {
  for_each = local.is_running ? local.full_passes : {}

  project  = var.project
  location = google_cloud_run_v2_job.pipeline[each.key].location
  name     = google_cloud_run_v2_job.pipeline[each.key].name
  role     = "roles/run.invoker"
  member   = "serviceAccount:${var.emails.scheduler}"
}
