# Where Google's own roles allow more than is needed.

locals {
  custom_roles = merge(
    local.custom_roles_everywhere,
    var.residency ? { residency = local.residency_role } : {},
    var.privacy ? { erasure = local.erasure_role } : {},
  )

  custom_roles_everywhere = {
    # Terraform alone makes tables and families: two owners with different versions would undo each other's changes. This role
    # runs `tidemark schema check`, for which roles/bigtable.viewer allows too much.
    schema = {
      title       = "Tidemark schema"
      description = "Compares Bigtable tables with the proto files. Changes nothing, reads no data."
      permissions = ["bigtable.tables.get", "bigtable.tables.list"]
    }
    # roles/bigtable.viewer also reads tables, clusters, backups and metrics. A process compares the app profiles with its
    # topology, for it relies on where they lead.
    profiles = {
      title       = "Tidemark app profiles"
      description = "Lists Bigtable app profiles. Changes none, reads no data."
      permissions = ["bigtable.appProfiles.list"]
    }
    # roles/monitoring.viewer also reads dashboards, alert policies and all else. The consumer asks for one thing: how
    # many messages its subscription has, which Pub/Sub itself does not report.
    backlog = {
      title       = "Tidemark backlog"
      description = "Reads time series of Cloud Monitoring: the backlog of subscriptions."
      permissions = ["monitoring.timeSeries.list"]
    }
  }

  # What the audit compares with jurisdictions, and the tokens that show when all clusters have a move's changes. On the project: an
  # instance or topic that was made beside Terraform is what an audit has to find.
  residency_role = {
    title       = "Tidemark residency"
    description = "Reads where instances, clusters, backups, topics and subscriptions are, and proves replication. Reads no data."
    permissions = [
      "bigtable.appProfiles.list",
      "bigtable.backups.get", "bigtable.backups.list",
      "bigtable.clusters.get", "bigtable.clusters.list",
      "bigtable.instances.get", "bigtable.instances.list",
      "bigtable.tables.checkConsistency", "bigtable.tables.generateConsistencyToken",
      "bigtable.tables.get", "bigtable.tables.list",
      "pubsub.subscriptions.get", "pubsub.subscriptions.list",
      "pubsub.topics.get", "pubsub.topics.list",
    ]
  }

  # Certificates state until when backups and change streams keep what is erased, and which clusters have the deletion.
  erasure_role = {
    title       = "Tidemark erasure"
    description = "Reads retention and backups of tables, and proves replication. Reads no data."
    permissions = ["bigtable.backups.list", "bigtable.tables.checkConsistency", "bigtable.tables.generateConsistencyToken", "bigtable.tables.get"]
  }

  # Known before the roles are there, like the accounts' ids.
  custom_role_names = { for id in keys(local.custom_roles) : id => "projects/${var.project}/roles/tidemark_${var.environment}_${id}" }
}

resource "google_project_iam_custom_role" "this" {
  for_each = local.custom_roles

  project     = var.project
  role_id     = "tidemark_${var.environment}_${each.key}"
  title       = "${each.value.title} (${var.environment})"
  description = each.value.description
  permissions = each.value.permissions
}
