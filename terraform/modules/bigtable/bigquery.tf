# External tables of BigQuery on tables of the default instance, by Data Boost: SQL over all rows without the nodes of any cluster.

locals {
  external_tables  = { for table in try(var.external_tables.tables, []) : table => lookup(local.corpora, table, local.default_instance) }
  external_readers = merge([for table in keys(local.external_tables) : { for member in var.external_tables.readers : "${table}/${member}" => { table = table, member = member } }]...)
}

resource "google_bigquery_dataset" "external" {
  for_each = toset(var.external_tables[*].dataset)

  project     = var.project
  dataset_id  = each.key
  location    = var.external_tables.location
  description = "Tidemark's tables in Bigtable, read by Data Boost. What users chose or had erased is not left out here."
  labels      = var.labels
}

resource "google_bigquery_table" "external" {
  for_each = local.external_tables

  project             = var.project
  dataset_id          = google_bigquery_dataset.external[var.external_tables.dataset].dataset_id
  table_id            = each.key
  labels              = var.labels
  deletion_protection = false

  external_data_configuration {
    source_format = "BIGTABLE"
    autodetect    = false
    source_uris   = ["https://googleapis.com/bigtable/projects/${var.project}/instances/${each.value}/appProfiles/${google_bigtable_app_profile.this["${each.value}/data-boost"].app_profile_id}/tables/${google_bigtable_table.this[each.key].name}"]

    bigtable_options {
      read_rowkey_as_string              = true
      ignore_unspecified_column_families = true

      # Values are serialized protobufs.
      dynamic "column_family" {
        for_each = [for family in sort(keys(var.schema.tables[each.key].families)) : family if !startswith(family, "_")]

        content {
          family_id        = column_family.value
          type             = "BYTES"
          encoding         = "BINARY"
          only_read_latest = false
        }
      }
    }
  }

  lifecycle {
    precondition {
      condition     = var.instances[each.value].data_boost
      error_message = "external_tables: instance ${each.value} has no Data Boost profile; without one, BigQuery would read by the nodes of a cluster."
    }
  }
}

resource "google_bigquery_dataset_iam_member" "external" {
  for_each = toset(try(var.external_tables.readers, []))

  project    = var.project
  dataset_id = google_bigquery_dataset.external[var.external_tables.dataset].dataset_id
  role       = "roles/bigquery.dataViewer"
  member     = each.key
}

# BigQuery reads in the name of who asks.
resource "google_bigtable_table_iam_member" "external" {
  for_each = local.external_readers

  project       = var.project
  instance_name = google_bigtable_table.this[each.value.table].instance_name
  table         = google_bigtable_table.this[each.value.table].name
  role          = "roles/bigtable.reader"
  member        = each.value.member
}
