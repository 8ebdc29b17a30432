# One small cluster and one instance of each service, in one region: to try things out. All of it may be deleted, data only with
# `deletable`.

locals {
  environment = "dev"
  repository  = "${path.module}/../../.."
  schema      = jsondecode(file("${path.module}/../../schema.json"))
  labels      = { application = "tidemark", environment = local.environment }
}

module "identity" {
  source = "../../modules/identity"

  project             = var.project
  environment         = local.environment
  tracing             = var.tracing
  privacy             = var.privacy
  pipelines           = var.pipelines != null
  workload_identities = var.workload_identities

  depends_on = [google_project_service.this]
}

module "bigtable" {
  source = "../../modules/bigtable"

  project = var.project
  schema  = local.schema
  labels  = local.labels

  instances = {
    tidemark-dev = {
      display_name = "Tidemark, dev"
      # Exports and the like read by the one cluster: Data Boost may lack the last half an hour, which confuses at first.
      data_boost = false
      clusters   = { dev-main = { zone = var.zone, nodes = 1 } }
    }
  }

  change_streams      = { for corpus in distinct(values(try(var.pipelines.followers, {}))[*].corpus) : corpus => 7 }
  deletion_protection = !var.deletable
  backups             = null

  grants = merge({
    api       = { member = module.identity.members.api, access = "serving" }
    consumer  = { member = module.identity.members.consumer, access = "serving" }
    pacer     = { member = module.identity.members.pacer, access = "serving" }
    compactor = { member = module.identity.members.compactor, access = "batch" }
    schema    = { member = module.identity.members.schema, access = "schema" }
    }, { for role in ["eraser"] : role => { member = module.identity.members[role], access = role } if var.privacy
    }, { for role in ["pipeline"] : role => { member = module.identity.members[role], access = role, writes = var.pipelines.writes } if var.pipelines != null
  })
  schema_role   = module.identity.schema_role
  erasure_role  = module.identity.erasure_role
  profiles_role = module.identity.profiles_role

  depends_on = [google_project_service.this]
}

module "pubsub" {
  source = "../../modules/pubsub"

  project        = var.project
  project_number = data.google_project.this.number
  environment    = local.environment
  labels         = local.labels
  event_types    = local.schema.event_types

  # A topic for each event type.
  streams = { for event_type in keys(local.schema.event_types) : replace(event_type, "_", "-") => { event_type = event_type } }

  consumer              = module.identity.members.consumer
  pacer                 = module.identity.members.pacer
  publishers            = var.publishers
  dead_letter_operators = var.operators
  access_log            = var.privacy ? { publisher = module.identity.members.api, readers = var.access_log_readers } : null
  retention_days        = 1

  depends_on = [google_project_service.this]
}

module "service" {
  source = "../../modules/service"

  project     = var.project
  environment = local.environment
  labels      = local.labels
  image       = var.image
  emails      = module.identity.emails
  topology    = module.bigtable.topology
  access      = jsonencode(var.access)
  tracing     = var.tracing
  invokers    = var.invokers
  audiences   = var.audiences
  streams     = module.pubsub.streams
  quotas      = var.quotas

  # Few requests, all of which may matter.
  request_log_share = 1

  api       = { regions = { (var.region) = { min_instances = 1, max_instances = 2 } }, cpu = 1, memory_gib = 1 }
  consumer  = { regions = { (var.region) = 1 } }
  pacer     = { regions = [var.region], topic = module.pubsub.pacing_topic }
  compactor = { region = var.region }
  privacy   = var.privacy ? { regions = [var.region], access_log_topic = module.pubsub.access_log_topic } : null
  pipelines = var.pipelines == null ? null : {
    regions          = [var.region]
    modules_bucket   = var.pipelines.modules_bucket
    rejects_bucket   = var.pipelines.rejects_bucket
    buckets_location = var.pipelines.buckets_location
    rejects_days     = var.pipelines.rejects_days
    full_passes      = var.pipelines.full_passes
    followers        = var.pipelines.followers
  }
  collector = var.collector_image == null ? null : {
    image  = var.collector_image
    config = file("${local.repository}/infra/collector/cloud-run.yaml")
  }

  secret_regions      = var.secret_regions
  deletion_protection = false

  depends_on = [google_project_service.this, module.bigtable]
}

module "observability" {
  source = "../../modules/observability"

  project                   = var.project
  environment               = local.environment
  labels                    = local.labels
  rules_file                = "${local.repository}/infra/alerts/tidemark.alerts.yml"
  dashboard_file            = "${local.repository}/infra/dashboards/cloud-monitoring.json"
  privacy_dashboard_file    = var.privacy ? "${local.repository}/infra/dashboards/cloud-monitoring-privacy.json" : null
  runbook_file              = "${local.repository}/docs/operations/alerts.md"
  runbook_base_url          = var.runbook_base_url
  notification_channels     = var.notification_channels
  dead_letter_subscriptions = module.pubsub.dead_letter_subscriptions
  jobs                      = values(module.service.jobs)
  pipeline_jobs             = module.service.pipeline_jobs
  erasers                   = var.privacy && var.collector_image != null && var.image != null

  depends_on = [google_project_service.this]
}
