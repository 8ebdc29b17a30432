# Files that containers are given. Cloud Run mounts files from Secret Manager; only those of local.secrets are secret, and their texts
# never pass through Terraform, whose state would keep them.

locals {
  topology_readers = concat(["api", "consumer", "pacer", "compactor"], var.residency ? ["mover"] : [], var.privacy == null ? [] : ["eraser"], var.pipelines == null ? [] : ["pipeline"])

  # Each in a folder of its own: two secrets can't be mounted in one.
  files = { for name, file in {
    directory-key       = { file = "directory-key", text = null, roles = local.topology_readers }
    topology            = { file = "topology.json", text = var.topology, roles = local.topology_readers }
    access              = { file = "access.json", text = var.access, roles = ["api"] }
    token-keys          = { file = "token-keys", text = null, roles = ["api"] }
    privacy-keys        = { file = "privacy-keys", text = null, roles = ["api", "consumer", "eraser"] }
    privacy-signing-key = { file = "key.pem", text = null, roles = ["eraser"] }
    collector           = { file = "config.yaml", text = try(var.collector.config, null), roles = concat(["api", "consumer", "pacer"], var.residency ? ["mover"] : [], var.privacy == null ? [] : ["eraser"], var.pipelines == null ? [] : ["pipeline"]) }
  } : name => merge(file, { folder = "/etc/tidemark/${name}", path = "/etc/tidemark/${name}/${file.file}" }) if(name != "collector" || var.collector != null) && (name != "directory-key" || var.residency) && (!startswith(name, "privacy-") || var.privacy != null) }

  # By names, which are known: whether a text is there need not be.
  secrets = ["token-keys", "directory-key", "privacy-keys", "privacy-signing-key"]
  written = toset([for name in keys(local.files) : name if !contains(local.secrets, name)])
  readers = merge([for name, file in local.files : { for role in file.roles : "${name}/${role}" => { secret = name, role = role } }]...)
}

resource "google_secret_manager_secret" "this" {
  for_each = toset(keys(local.files))

  project             = var.project
  secret_id           = "tidemark-${var.environment}-${each.key}"
  labels              = var.labels
  deletion_protection = var.deletion_protection

  # Cannot be changed later: Terraform would replace the secret, and the keys would be gone.
  replication {
    dynamic "auto" {
      for_each = length(var.secret_regions) == 0 ? ["anywhere"] : []

      content {}
    }

    dynamic "user_managed" {
      # In one order: another order of the same regions would replace the secret, too.
      for_each = length(var.secret_regions) == 0 ? [] : [sort(var.secret_regions)]

      content {
        dynamic "replicas" {
          for_each = user_managed.value

          content {
            location = replicas.value
          }
        }
      }
    }
  }
}

resource "google_secret_manager_secret_version" "this" {
  for_each = local.written

  secret      = google_secret_manager_secret.this[each.key].id
  secret_data = local.files[each.key].text
  # What is replaced can be looked up, and enabled again.
  deletion_policy = "DISABLE"

  # There is always a latest version.
  lifecycle {
    create_before_destroy = true
  }
}

resource "google_secret_manager_secret_iam_member" "this" {
  for_each = local.readers

  project   = var.project
  secret_id = google_secret_manager_secret.this[each.value.secret].secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = "serviceAccount:${var.emails[each.value.role]}"
}
