# Three continents: two serving clusters in a region of each, a cluster for batch work apart from them, the API and consumers
# beside the clusters, and two pacers, of which one waits for the other to fail.

locals {
  environment = "prod"
  repository  = "${path.module}/../../.."
  schema      = jsondecode(file("${path.module}/../../schema.json"))
  labels      = { application = "tidemark", environment = local.environment }

  # A cluster is named for its zone.
  serving_clusters = merge([for region, of in var.regions : { for zone in of.zones : zone => {
    zone        = zone
    autoscaling = var.serving_nodes
    kms_key     = lookup(var.kms_keys, region, null)
    writes      = contains(keys(var.fences), zone) ? "fenced" : lookup(var.writes, zone, "accepted")
    fenced_at   = lookup(var.fences, zone, null)
    listed      = !contains(var.unlisted, zone)
  } }]...)
  # Where the API runs.
  staffed      = { for region, of in var.regions : region => of if of.api_instances != null }
  batch_region = replace(var.batch_zone, "/-[a-z]$/", "")
  batch_cluster = { "${local.batch_region}-batch" = {
    zone        = var.batch_zone
    role        = "batch"
    autoscaling = var.batch_nodes
    kms_key     = lookup(var.kms_keys, local.batch_region, null)
  } }

  # The leading pacer has a standby elsewhere, apart from the compactor while there are other regions.
  pacing_candidates = distinct(concat(
    [for region in local.counting_regions : region if region != local.compactor_regions[0]],
    [for region in local.compactor_regions : region if contains(local.counting_regions, region)],
  ))
  pacer_regions = slice(local.pacing_candidates, 0, min(2, length(local.pacing_candidates)))

  # A follower needs the change stream of its corpus: kept as long as possible, so that workers may be away for days.
  followed_corpora = distinct(values(try(var.pipelines.followers, {}))[*].corpus)
  change_streams   = merge({ for corpus in local.followed_corpora : corpus => 7 }, var.change_streams)

  ledger_instances = [for zones in [try(var.privacy.ledger_zones, [])] : "tidemark-ledger" if length(zones) > 0]

  # All events use one topic, and each stream filters its own by the attribute that names the type. Messages without a type, or with
  # an unknown one, go to the first stream, which detects the error, so that no message is lost between streams.
  streams = {
    ad-action       = { event_type = "ad_action", topic = "clickstream", filter = "NOT attributes.\"data-type\" = \"campaign_action\"" }
    campaign-action = { event_type = "campaign_action", topic = "clickstream", filter = "attributes.\"data-type\" = \"campaign_action\"" }
  }
}

module "identity" {
  source = "../../modules/identity"

  project             = var.project
  environment         = local.environment
  tracing             = var.tracing
  residency           = var.residency != null
  privacy             = var.privacy != null
  pipelines           = var.pipelines != null
  workload_identities = var.workload_identities

  depends_on = [google_project_service.this]
}

module "bigtable" {
  source = "../../modules/bigtable"

  project        = var.project
  project_number = data.google_project.this.number
  schema         = local.schema
  labels         = local.labels

  instances = merge(
    {
      tidemark = {
        display_name = "Tidemark"
        clusters     = merge(local.serving_clusters, local.batch_cluster)
      }
    },
    local.placement_instances,
    # Of its own, so that restores and other work on the tables of users do not touch the ledger.
    { for id in local.ledger_instances : id => {
      display_name = "Tidemark, ledger of erasures"
      corpora      = []
      data_boost   = false
      clusters = { for zone in var.privacy.ledger_zones : "ledger-${zone}" => {
        zone        = zone
        autoscaling = var.privacy.ledger_nodes
        kms_key     = lookup(var.kms_keys, replace(zone, "/-[a-z]$/", ""), null)
      } }
    } },
    { for id in var.restored == null ? [] : ["tidemark-restored"] : id => {
      display_name = "Tidemark, restored"
      corpora      = var.restored.corpora
      data_boost   = false
      clusters = { for zone in concat(var.restored.zones, var.restored.batch_zone[*]) : zone == var.restored.batch_zone ? "${replace(zone, "/-[a-z]$/", "")}-batch" : zone => {
        zone        = zone
        role        = zone == var.restored.batch_zone ? "batch" : "serving"
        autoscaling = var.restored.nodes
        kms_key     = lookup(var.kms_keys, replace(zone, "/-[a-z]$/", ""), null)
      } }
    } },
  )
  links          = var.links
  client_regions = distinct(concat(keys(var.regions), local.audit_regions, local.pacer_regions))
  residency      = local.residency

  change_streams  = local.change_streams
  external_tables = var.external_tables
  ledger          = { instance = one(local.ledger_instances), backup_retention_days = try(var.privacy.ledger_backup_retention_days, 30) }

  grants = merge({
    api       = { member = module.identity.members.api, access = "serving" }
    consumer  = { member = module.identity.members.consumer, access = "serving" }
    pacer     = { member = module.identity.members.pacer, access = "serving" }
    compactor = { member = module.identity.members.compactor, access = "batch" }
    schema    = { member = module.identity.members.schema, access = "schema" }
    },
    { for role in ["mover"] : role => { member = module.identity.members[role], access = role } if var.residency != null },
    { for role in ["eraser"] : role => { member = module.identity.members[role], access = role } if var.privacy != null },
    { for role in ["pipeline"] : role => { member = module.identity.members[role], access = role, writes = var.pipelines.writes } if var.pipelines != null },
  )
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

  streams       = merge(local.streams, local.jurisdiction_streams)
  jurisdictions = { for name, of in local.jurisdictions : name => of.regions }

  consumer              = module.identity.members.consumer
  pacer                 = module.identity.members.pacer
  publishers            = { for topic in distinct([for stream in merge(local.streams, local.jurisdiction_streams) : stream.topic]) : topic => var.publishers }
  dead_letter_operators = var.operators
  pacing_listeners      = var.pacing_listeners
  access_log            = var.privacy == null ? null : { publisher = module.identity.members.api, readers = var.privacy.access_log_readers }
  storage_regions       = var.storage_regions
  kms_key               = var.pubsub_kms_key

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
  residency   = var.residency != null
  streams     = { for name, stream in module.pubsub.streams : name => merge(stream, { regions = lookup(local.stream_regions, name, null) }) }
  quotas      = var.quotas

  api = merge(var.api_size, {
    regions = { for region, of in local.staffed : region => { min_instances = of.api_instances.min, max_instances = of.api_instances.max } }
  })
  consumer  = { regions = local.consumer_regions, require_consent = true }
  pacer     = { regions = local.pacer_regions, topic = module.pubsub.pacing_topic }
  compactor = merge(var.compactor, { region = local.compactor_regions[0], further_regions = slice(local.compactor_regions, 1, length(local.compactor_regions)) })
  auditor = length(local.audit_regions) == 0 ? null : {
    regions = local.audit_regions
    subscriptions = { for jurisdiction in distinct(values(local.jurisdiction_streams)[*].jurisdiction) : jurisdiction => [
      for name, stream in local.jurisdiction_streams : module.pubsub.streams[name].subscription if stream.jurisdiction == jurisdiction
    ] }
  }
  # Where audits run, else compactors, one may process the data of each placement.
  privacy = var.privacy == null ? null : {
    regions           = coalescelist(local.audit_regions, local.compactor_regions)
    consent_policy    = var.privacy.consent_policy
    consent_policies  = var.privacy.consent_policies
    access_log_topic  = module.pubsub.access_log_topic
    access_log_share  = var.privacy.access_log_share
    access_log_shares = var.privacy.access_log_shares
  }
  # Where compactors run, beside the batch clusters.
  pipelines = var.pipelines == null ? null : {
    regions          = local.compactor_regions
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

  invokers      = var.invokers
  audiences     = var.audiences
  load_balancer = var.load_balancer

  internal_load_balancer = var.internal_load_balancer

  secret_regions      = var.secret_regions
  deletion_protection = var.services_protected

  depends_on = [google_project_service.this, module.bigtable]
}

module "observability" {
  source = "../../modules/observability"

  project                   = var.project
  environment               = local.environment
  labels                    = local.labels
  rules_file                = "${local.repository}/infra/alerts/tidemark.alerts.yml"
  dashboard_file            = "${local.repository}/infra/dashboards/cloud-monitoring.json"
  privacy_dashboard_file    = var.privacy != null ? "${local.repository}/infra/dashboards/cloud-monitoring-privacy.json" : null
  runbook_file              = "${local.repository}/docs/operations/alerts.md"
  runbook_base_url          = var.runbook_base_url
  notification_channels     = var.notification_channels
  dead_letter_subscriptions = module.pubsub.dead_letter_subscriptions
  jobs                      = values(module.service.jobs)
  erasers                   = var.privacy != null && var.collector_image != null && var.image != null
  jobs_interval_minutes     = var.compactor.interval_minutes
  pipeline_jobs             = module.service.pipeline_jobs

  depends_on = [google_project_service.this]
}
