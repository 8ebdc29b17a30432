# Instances with their clusters, tables with their families, and the members who may read and write them.
# app-profiles.tf has the app profiles, placements.tf the tables of placements, topology.tf the topology file for Tidemark.

locals {
  instances = {
    for id, instance in var.instances : id => merge(instance, {
      clusters = { for name, cluster in instance.clusters : name => merge(cluster, { region = replace(cluster.zone, "/-[a-z]$/", "") }) }
    })
  }

  default_instance = one([for id, instance in var.instances : id if instance.corpora == null])
  # Tables that do not live in the default instance.
  corpora = merge([for id, instance in var.instances : { for table in coalesce(instance.corpora, []) : table => id }]...)

  # By the names that tables have within the store. placements.tf adds those of placements.
  tables = merge(local.placed_tables, { for name, table in var.schema.tables : name => {
    name            = name
    instance        = lookup(local.corpora, name, local.default_instance)
    families        = merge(table.families, contains(local.grouped_corpora, name) ? var.schema.placement_families.corpus : {})
    batch_writes    = table.holds_events
    is_of_placement = contains(local.grouped_corpora, name)
  } }, local.ledger_table, local.pipelines_table)
  # The ledger of erasures, of stores with users. It lists what a restore of users' tables must not bring back, so it is not restored
  # with them: docs/operations/backup.md.
  ledger_table = { for name in ["privacy_ledger"] : name => {
    name            = name
    instance        = local.ledger_instance
    families        = var.schema.ledger_families
    batch_writes    = false
    is_of_placement = false
  } if length(var.schema.ledger_families) > 0 }
  # Runs of pipelines, partitions that they follow, and generations. Batch jobs write it.
  pipelines_table = { for name in ["pipelines"] : name => {
    name            = name
    instance        = local.default_instance
    families        = var.schema.pipeline_families
    batch_writes    = true
    is_of_placement = false
  } if length(var.schema.pipeline_families) > 0 }
  ledger_instance = coalesce(var.ledger.instance, local.default_instance)
  # By table. Null: no automated backups.
  backup_days = { for name in keys(local.tables) : name => var.backups == null ? null : (
    contains(keys(local.ledger_table), name) ? var.ledger.backup_retention_days : var.backups.retention_days
  ) }
  # A family without a rule is never collected, and needs no policy to say so.
  gc_rules = merge([for name, table in local.tables : {
    for family, declared in table.families : "${name}/${family}" => { table = name, family = family, rules = declared.gc_rules }
    if declared.gc_rules != null
  }]...)

  zones    = distinct(flatten([for instance in local.instances : values(instance.clusters)[*].zone]))
  kms_keys = toset(compact(flatten([for instance in local.instances : [for cluster in instance.clusters : cluster.kms_key]])))
}

resource "google_bigtable_instance" "this" {
  for_each = local.instances

  project             = var.project
  name                = each.key
  display_name        = coalesce(each.value.display_name, each.key)
  labels              = var.labels
  deletion_protection = var.deletion_protection
  # Where an instance may be deleted, its backups may not keep it.
  force_destroy = !var.deletion_protection

  dynamic "cluster" {
    for_each = each.value.clusters

    content {
      cluster_id   = cluster.key
      zone         = cluster.value.zone
      storage_type = cluster.value.storage_type
      num_nodes    = cluster.value.nodes
      kms_key_name = cluster.value.kms_key

      dynamic "autoscaling_config" {
        for_each = cluster.value.autoscaling[*]

        content {
          min_nodes      = autoscaling_config.value.min_nodes
          max_nodes      = autoscaling_config.value.max_nodes
          cpu_target     = autoscaling_config.value.cpu_target
          storage_target = autoscaling_config.value.storage_target_gb
        }
      }
    }
  }

  # A cluster more is filled with all data.
  timeouts {
    create = "1h"
    update = "6h"
  }

  lifecycle {
    precondition {
      condition     = alltrue([for table in coalesce(each.value.corpora, []) : contains(keys(var.schema.tables), table)])
      error_message = "Instance ${each.key}: corpora names a table that the schema does not have; it has ${join(", ", keys(var.schema.tables))}."
    }
  }

  depends_on = [google_kms_crypto_key_iam_member.bigtable]
}

# Bigtable encrypts with the keys itself, in the name of its service agent.
resource "google_kms_crypto_key_iam_member" "bigtable" {
  for_each = local.kms_keys

  crypto_key_id = each.value
  role          = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
  member        = "serviceAccount:service-${coalesce(var.project_number, "unknown")}@gcp-sa-bigtable.iam.gserviceaccount.com"

  lifecycle {
    precondition {
      condition     = var.project_number != null
      error_message = "project_number is needed where clusters have keys: it names Bigtable's service agent."
    }
  }
}

resource "google_bigtable_table" "this" {
  for_each = local.tables

  project                 = var.project
  instance_name           = google_bigtable_instance.this[each.value.instance].name
  name                    = each.value.name
  deletion_protection     = var.deletion_protection ? "PROTECTED" : "UNPROTECTED"
  change_stream_retention = contains(keys(var.change_streams), each.value.name) ? "${24 * var.change_streams[each.value.name]}h0m0s" : null

  dynamic "column_family" {
    for_each = each.value.families

    content {
      family = column_family.key
    }
  }

  # Null leaves what is there as it is; zeros turn backups off.
  automated_backup_policy {
    retention_period = local.backup_days[each.key] == null ? "0" : "${24 * local.backup_days[each.key]}h0m0s"
    frequency        = local.backup_days[each.key] == null ? "0" : "24h0m0s"
  }

  lifecycle {
    precondition {
      condition     = alltrue([for table in keys(var.change_streams) : contains(keys(var.schema.tables), table)])
      error_message = "change_streams names a table that the schema does not have; it has ${join(", ", keys(var.schema.tables))}."
    }
  }
}

# A record of each family that was ever made. A plan that no longer has it, such as one of an older version, would drop the family
# with its data: Terraform refuses to destroy the record, and so the plan. docs/operations/deploy.md removes a family on purpose.
resource "terraform_data" "family" {
  for_each = toset(flatten([for name, table in local.tables : [for family in keys(table.families) : "${name}/${family}"]]))

  lifecycle {
    prevent_destroy = true
  }
}

# A record of where the ledger is. In another instance it would begin empty, and erasures would not be applied after a restore: so no
# plan moves it. docs/operations/backup.md moves it on purpose.
resource "terraform_data" "ledger" {
  for_each = local.ledger_table

  triggers_replace = each.value.instance

  lifecycle {
    prevent_destroy = true
  }
}

resource "google_bigtable_gc_policy" "this" {
  for_each = local.gc_rules

  project       = var.project
  instance_name = google_bigtable_table.this[each.value.table].instance_name
  table         = google_bigtable_table.this[each.value.table].name
  column_family = each.value.family
  gc_rules      = each.value.rules
  # A replicated table does not let its rules go; they end with the family.
  deletion_policy = "ABANDON"

  # Bigtable takes the rules of a table one after the other, and the provider tries each again every half a minute.
  timeouts {
    create = "1h"
  }
}

locals {
  data_roles = {
    for name, grant in var.grants : name => {
      for table, declared in local.tables : table => {
        serving = "roles/bigtable.user"
        batch   = declared.batch_writes ? "roles/bigtable.user" : "roles/bigtable.reader"
        mover   = declared.is_of_placement ? "roles/bigtable.user" : "roles/bigtable.reader"
        eraser  = "roles/bigtable.user"
        reader  = "roles/bigtable.reader"
        # By names without placements. The first write of a user makes an entry in the directory.
        pipeline = contains(concat(grant.writes, ["pipelines", "tidemark_directory"]), split("@", table)[0]) ? "roles/bigtable.user" : "roles/bigtable.reader"
      }[grant.access]
    } if grant.access != "schema"
  }
  table_grants = merge([for name, roles in local.data_roles : { for table, role in roles : "${name}/${table}" => { name = name, table = table, role = role } }]...)
  schema_grants = merge([for name, grant in var.grants : {
    for id in keys(var.instances) : "${name}/${id}" => { member = grant.member, instance = id }
  } if grant.access == "schema"]...)
  profiles_grants = merge([for name, grant in var.grants : {
    for id in keys(var.instances) : "${name}/${id}" => { member = grant.member, instance = id }
  } if var.profiles_role != null && contains(["serving", "batch", "mover", "eraser", "pipeline"], grant.access)]...)
  erasure_grants = merge([for name, grant in var.grants : {
    for id in keys(var.instances) : "${name}/${id}" => { member = grant.member, instance = id }
  } if grant.access == "eraser"]...)
}

# By the table, not the instance or project: at a table the roles' other permissions (listing, tags, backups) mean nothing.
resource "google_bigtable_table_iam_member" "this" {
  for_each = local.table_grants

  project       = var.project
  instance_name = google_bigtable_table.this[each.value.table].instance_name
  table         = google_bigtable_table.this[each.value.table].name
  role          = each.value.role
  member        = var.grants[each.value.name].member
}

resource "google_bigtable_instance_iam_member" "schema" {
  for_each = local.schema_grants

  project  = var.project
  instance = google_bigtable_instance.this[each.value.instance].name
  role     = var.schema_role
  member   = each.value.member
}

# App profiles are the instance's: nothing narrower can be granted.
resource "google_bigtable_instance_iam_member" "profiles" {
  for_each = local.profiles_grants

  project  = var.project
  instance = google_bigtable_instance.this[each.value.instance].name
  role     = var.profiles_role
  member   = each.value.member
}

# What certificates state beside rows: change streams and backups, and the proof that each cluster has a deletion.
resource "google_bigtable_instance_iam_member" "erasure" {
  for_each = local.erasure_grants

  project  = var.project
  instance = google_bigtable_instance.this[each.value.instance].name
  role     = var.erasure_role
  member   = each.value.member
}
