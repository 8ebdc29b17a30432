# What runs where: each service and job with its command, size, files and variables. main.tf makes them of this.

locals {
  prefix     = "tidemark-${var.environment}"
  is_running = var.image != null
  api_port   = 8080
  # Not reachable from outside: Cloud Run routes requests to the one port of a service, which is a different one for the API.
  admin_port = 9090

  env = {
    TIDEMARK_PROJECT    = var.project
    TIDEMARK_TOPOLOGY   = local.files.topology.path
    TIDEMARK_ADMIN_HOST = "0.0.0.0"
    TIDEMARK_ADMIN_PORT = tostring(local.admin_port)
    TIDEMARK_LOG_FORMAT = "cloud"
    # A look at a mounted secret is a call that is paid for. What Terraform changes is a new revision anyway.
    TIDEMARK_FILES_POLL_INTERVAL_MS = "60000"
  }
  # All processes that read the topology find users by it, and name them in the directory by its key.
  residency_env   = var.residency ? { TIDEMARK_DIRECTORY_KEY_FILE = local.files["directory-key"].path } : {}
  residency_files = var.residency ? ["directory-key"] : []
  # All processes of a store have the same policies of consent.
  consent_env = var.privacy == null ? {} : { for name, value in {
    TIDEMARK_CONSENT_POLICY   = var.privacy.consent_policy
    TIDEMARK_CONSENT_POLICIES = join(",", [for type, policy in var.privacy.consent_policies : "${type}=${policy}"])
  } : name => value if value != "" }
  # Processes that record erasures and withdrawals name users by these keys.
  ledger_env   = var.privacy == null ? {} : { TIDEMARK_PRIVACY_KEYS_FILE = local.files["privacy-keys"].path }
  ledger_files = var.privacy == null ? [] : ["privacy-keys"]
  access_log_env = try(var.privacy.access_log_topic, null) == null ? {} : { for name, value in {
    TIDEMARK_ACCESS_LOG_TOPIC  = var.privacy.access_log_topic
    TIDEMARK_ACCESS_LOG_SHARE  = var.privacy.access_log_share
    TIDEMARK_ACCESS_LOG_SHARES = join(",", [for type, share in var.privacy.access_log_shares : "${type}=${share}"])
  } : name => value if value != "" }
  # The collector beside each service. Jobs have none, and would send to a port where nothing listens.
  tracing_env = var.tracing ? { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = "http://localhost:4318/v1/traces" } : {}

  # Cloud Run ends an instance ten seconds after SIGTERM. Messages in flight are finished or returned before that: those of a killed
  # consumer are redelivered after their deadline only.
  drain_timeout_ms = "7000"
  close_env = {
    TIDEMARK_PUBSUB_CLOSE_TIMEOUT_MS     = "2000"
    TIDEMARK_BIGTABLE_CLOSE_TIMEOUT_MS   = "1000"
    TIDEMARK_ACCESS_LOG_DRAIN_TIMEOUT_MS = "1500"
  }

  api = { for region, of in var.api.regions : "api/${region}" => {
    role       = "api"
    name       = "${local.prefix}-api"
    region     = region
    args       = ["serve"]
    port       = local.api_port
    cpu        = var.api.cpu
    memory_gib = var.api.memory_gib
    instances  = { min = of.min_instances, max = of.max_instances }
    files      = concat(["topology", "access", "token-keys"], local.residency_files, local.ledger_files)
    env = merge(local.ledger_env, local.access_log_env, {
      TIDEMARK_HTTP_HOST             = "0.0.0.0"
      TIDEMARK_HTTP_DRAIN_TIMEOUT_MS = local.drain_timeout_ms
      TIDEMARK_WORKERS               = tostring(var.api.cpu)
      TIDEMARK_ACCESS_FILE           = local.files.access.path
      TIDEMARK_TOKEN_KEYS_FILE       = local.files.token-keys.path
    }, var.api.env)
  } }

  consumers = merge([for region, instances in var.consumer.regions : { for stream, names in var.streams : "consumer/${stream}/${region}" => {
    role       = "consumer"
    name       = "${local.prefix}-consumer-${stream}"
    region     = region
    args       = concat(["consume"], var.consumer.require_consent ? ["--require-consent"] : [])
    port       = local.admin_port
    cpu        = var.consumer.cpu
    memory_gib = var.consumer.memory_gib
    # docs/operations/scale.md explains when to add consumers.
    instances = { min = instances, max = instances }
    files     = concat(["topology"], local.residency_files, local.ledger_files)
    env = merge(local.ledger_env, {
      TIDEMARK_PUBSUB_SUBSCRIPTION      = names.subscription
      TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC = names.dead_letter_topic
    }, var.consumer.env)
  } if names.regions == null ? true : contains(names.regions, region) }]...)

  pacers = { for region in var.pacer.regions : "pacer/${region}" => {
    role       = "pacer"
    name       = "${local.prefix}-pacer"
    region     = region
    args       = ["pace"]
    port       = local.admin_port
    cpu        = var.pacer.cpu
    memory_gib = var.pacer.memory_gib
    instances  = { min = 1, max = 1 }
    files      = concat(["topology"], local.residency_files)
    env        = merge(var.pacer.topic == null ? {} : { TIDEMARK_PACING_TOPIC = var.pacer.topic }, var.pacer.env)
  } }

  auditors = { for region in try(var.auditor.regions, []) : "auditor/${region}" => {
    role   = "auditor"
    name   = "${local.prefix}-auditor"
    region = region
    # Without ids of users: the output is logged.
    args = concat(["residency", "audit", "--interval", "${var.auditor.interval_hours}h", "--hash", "--json"], flatten([
      for jurisdiction, names in var.auditor.subscriptions : [for name in names : ["--subscription", "${jurisdiction}=${name}"]]
    ]))
    port       = local.admin_port
    cpu        = var.auditor.cpu
    memory_gib = var.auditor.memory_gib
    instances  = { min = 1, max = 1 }
    files      = concat(["topology"], local.residency_files)
    env        = var.auditor.env
  } }

  # Always there, unlike a job: the age of its rounds is an alert, and an erasure waits minutes between two of them.
  erasers = { for region in try(var.privacy.regions, []) : "eraser/${region}" => {
    role       = "eraser"
    name       = "${local.prefix}-eraser"
    region     = region
    args       = ["erase", "work", "--interval", "${var.privacy.interval_seconds}s", "--json"]
    port       = local.admin_port
    cpu        = var.privacy.cpu
    memory_gib = var.privacy.memory_gib
    instances  = { min = 1, max = 1 }
    files      = concat(["topology", "privacy-signing-key"], local.residency_files, local.ledger_files)
    env = merge(local.ledger_env, {
      TIDEMARK_PRIVACY_SIGNING_KEY_FILE = local.files["privacy-signing-key"].path
    }, var.privacy.env)
  } }

  services = { for key, service in merge(local.api, local.consumers, local.pacers, local.auditors, local.erasers, local.followers) : key => merge({ labels = {}, buckets = {} }, service, {
    # Whether the number of instances is fixed: only the API gets requests to scale by.
    is_fixed = service.role != "api"
    account  = service.role == "auditor" ? "mover" : service.role
    env      = merge(local.env, local.residency_env, local.consent_env, local.tracing_env, local.close_env, { TIDEMARK_REGION = service.region }, service.env)
    files    = { for name in service.files : name => local.files[name] }
  }) if local.is_running }

  # The validation of compactor.timeout_minutes allows for it.
  compactor_retries = 1
  # Cron: every so many minutes of each hour, or at 6:17 and each interval later.
  compactor_minutes = try(var.compactor.interval_minutes, 1440)
  compactor_hours   = [for round in range(1440 / local.compactor_minutes) : (6 + round * local.compactor_minutes / 60) % 24 if local.compactor_minutes >= 60]
  compactor_schedule = (local.compactor_minutes < 60
    ? "*/${local.compactor_minutes} * * * *"
  : "17 ${join(",", local.compactor_hours)} * * *")

  # Each takes its share of the rows. None knows of the others, so each is a job of its own.
  compactors = merge([for region in local.compactor_regions : { for worker in range(1, var.compactor.workers + 1) : join("/", compact(["compactor", local.compactor_suffix[region], worker])) => {
    name   = join("-", compact([local.prefix, "compactor", local.compactor_suffix[region], worker]))
    region = region
    args   = ["compact", "--once", "--worker", "${worker}/${var.compactor.workers}", "--json"]
    env    = merge(local.env, local.residency_env, local.consent_env, { TIDEMARK_REGION = region }, var.compactor.env)
    files  = { for name in concat(["topology"], local.residency_files) : name => local.files[name] }
  } if local.is_running }]...)
  compactor_regions = flatten([for of in var.compactor[*] : concat([of.region], of.further_regions)])
  compactor_suffix  = { for region in local.compactor_regions : region => region == var.compactor.region ? "" : region }
}
