variable "project" {
  description = "Project id."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "project must be a project's id: 6 to 30 small letters, digits and dashes, beginning with a letter."
  }
}

variable "environment" {
  description = "Name of the environment, which all services carry: tidemark-<environment>-<role>."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9]{1,9}$", var.environment))
    error_message = "environment must be a letter and 1 to 9 more small letters and digits."
  }
}

variable "image" {
  description = "Tidemark's image, by digest. Null creates the secrets but no services: the image and the key must exist first."
  type        = string
  default     = null

  validation {
    condition     = var.image == null || can(regex("^[^@:]+(:[0-9]+)?/[^@]+@sha256:[0-9a-f]{64}$", var.image))
    error_message = "image must be named by its digest, …@sha256:<64 hex digits>: what a tag means changes."
  }
}

variable "emails" {
  description = "Accounts by role, as module identity has them: api, consumer, compactor, pacer, scheduler, with residency mover, with privacy eraser, and with pipelines pipeline."
  type        = map(string)

  validation {
    condition     = length(setsubtract(concat(["api", "consumer", "compactor", "pacer", "scheduler"], var.residency ? ["mover"] : [], var.privacy == null ? [] : ["eraser"], var.pipelines == null ? [] : ["pipeline"]), keys(var.emails))) == 0
    error_message = "emails must have api, consumer, compactor, pacer and scheduler, with residency mover, with privacy eraser, and with pipelines pipeline."
  }

  validation {
    condition     = length(distinct(values(var.emails))) == length(var.emails)
    error_message = "Each role has an account of its own."
  }
}

variable "topology" {
  description = "JSON text of the topology, as module bigtable has it."
  type        = string
}

variable "access" {
  description = "Issuers, callers and permissions: JSON text of TIDEMARK_ACCESS_FILE (docs/security.md). It contains no secrets."
  type        = string

  validation {
    condition     = can(length(jsondecode(var.access).issuers)) && try(length(jsondecode(var.access).issuers), 0) > 0
    error_message = "access must be JSON with at least one issuer: otherwise no caller could be authenticated."
  }
}

variable "api" {
  description = <<-EOT
    The API: by region, how many instances; cpu and memory_gib of each (a process for each CPU), and its requests at once.
    timeout_seconds is longer than the longest long poll. env: further variables of docs/configuration.md.
  EOT
  type = object({
    regions         = map(object({ min_instances = number, max_instances = number }))
    cpu             = optional(number, 2)
    memory_gib      = optional(number, 2)
    concurrency     = optional(number, 250)
    timeout_seconds = optional(number, 60)
    env             = optional(map(string), {})
  })

  validation {
    condition     = length(var.api.regions) > 0 && alltrue([for of in var.api.regions : of.min_instances >= 1 && of.max_instances >= of.min_instances])
    error_message = "The API needs a region, and in each 1 <= min_instances <= max_instances: the first request may not wait for a start."
  }

  validation {
    condition = contains([1, 2, 4, 6, 8], var.api.cpu) && var.api.memory_gib <= 4 * var.api.cpu && (
    var.api.memory_gib >= (var.api.cpu >= 6 ? 4 : var.api.cpu >= 4 ? 2 : 0.5))
    error_message = "api.cpu must be 1, 2, 4, 6 or 8, and api.memory_gib from 0.5 to 4 for each CPU, but at least 2 for 4 CPUs and 4 for 6 or 8."
  }

  validation {
    condition     = var.api.cpu + try(var.collector.cpu, 0) <= 8 && var.api.memory_gib + try(var.collector.memory_gib, 0) <= 32
    error_message = "An instance has 8 CPUs and 32 GiB at most, the collector's included: reduce api.cpu or api.memory_gib."
  }

  validation {
    condition     = var.api.concurrency >= 1 && var.api.concurrency <= 1000
    error_message = "api.concurrency must be from 1 to 1000."
  }

  validation {
    condition     = var.api.timeout_seconds > 50 && var.api.timeout_seconds <= 3600
    error_message = "api.timeout_seconds must be more than 50, which long polls take, and at most 3600."
  }
}

variable "residency" {
  description = "Whether the topology has placements (docs/residency.md): adds the secret for the key of the location directory, which all processes need."
  type        = bool
  default     = false

  validation {
    condition     = var.residency == can(jsondecode(var.topology).placements)
    error_message = "residency must be true if the topology has placements, and only then: processes need the directory's key with placements."
  }
}

variable "streams" {
  description = "Streams to consume, by name: full names of a subscription and of its dead-letter topic, as output by module pubsub. regions: those of consumer.regions that consume it (default: all)."
  type        = map(object({ subscription = string, dead_letter_topic = string, regions = optional(list(string)) }))
  default     = {}

  validation {
    condition     = alltrue([for stream in var.streams : length(setintersection(coalesce(stream.regions, keys(var.consumer.regions)), keys(var.consumer.regions))) > 0 || length(var.consumer.regions) == 0])
    error_message = "Each stream needs consumers: its regions must have one of consumer.regions."
  }
}

variable "consumer" {
  description = <<-EOT
    Consumers: by region, how many instances for each stream; cpu and memory_gib of each.
    require_consent: messages without the consent that the DataType requires are dead-lettered.
  EOT
  type = object({
    regions         = map(number)
    cpu             = optional(number, 1)
    memory_gib      = optional(number, 1)
    require_consent = optional(bool, false)
    env             = optional(map(string), {})
  })

  validation {
    condition     = alltrue([for instances in values(var.consumer.regions) : instances >= 1 && instances <= 100])
    error_message = "A region of consumers has from 1 to 100 instances."
  }

  validation {
    condition = contains([1, 2, 4, 6, 8], var.consumer.cpu) && var.consumer.memory_gib <= 4 * var.consumer.cpu && (
    var.consumer.memory_gib >= (var.consumer.cpu >= 6 ? 4 : var.consumer.cpu >= 4 ? 2 : 0.5))
    error_message = "consumer.cpu must be 1, 2, 4, 6 or 8, and consumer.memory_gib from 0.5 to 4 for each CPU, but at least 2 for 4 CPUs and 4 for 6 or 8."
  }

  validation {
    condition     = var.consumer.cpu + try(var.collector.cpu, 0) <= 8 && var.consumer.memory_gib + try(var.collector.memory_gib, 0) <= 32
    error_message = "An instance has 8 CPUs and 32 GiB at most, the collector's included: reduce consumer.cpu or consumer.memory_gib."
  }
}

variable "pacer" {
  description = "Pacing controllers: one instance in each region. One of them is the leader, the others are standbys; two regions are enough. topic: full name, as output by module pubsub."
  type = object({
    regions    = list(string)
    topic      = optional(string)
    cpu        = optional(number, 1)
    memory_gib = optional(number, 1)
    env        = optional(map(string), {})
  })

  validation {
    condition     = length(distinct(var.pacer.regions)) == length(var.pacer.regions)
    error_message = "A region has one pacer."
  }

  validation {
    condition = contains([1, 2, 4, 6, 8], var.pacer.cpu) && var.pacer.memory_gib <= 4 * var.pacer.cpu && (
    var.pacer.memory_gib >= (var.pacer.cpu >= 6 ? 4 : var.pacer.cpu >= 4 ? 2 : 0.5))
    error_message = "pacer.cpu must be 1, 2, 4, 6 or 8, and pacer.memory_gib from 0.5 to 4 for each CPU, but at least 2 for 4 CPUs and 4 for 6 or 8."
  }

  validation {
    condition     = var.pacer.cpu + try(var.collector.cpu, 0) <= 8 && var.pacer.memory_gib + try(var.collector.memory_gib, 0) <= 32
    error_message = "An instance has 8 CPUs and 32 GiB at most, the collector's included: reduce pacer.cpu or pacer.memory_gib."
  }
}

variable "compactor" {
  description = <<-EOT
    Job that packs events: in the region of the batch cluster; each worker packs a share of the rows. Null for none.
    further_regions: of more such jobs, for placements whose data the region may not process.
    interval_minutes: time between starts of rounds, one of them at 6:17 UTC, when the previous day can be packed; shorter ones also
    pack the open day of busy users (docs/compaction.md). timeout_minutes: of each of a round's two attempts. Cloud Run would start
    a round beside one that still runs, so the interval has time for both.
  EOT
  type = object({
    region           = string
    further_regions  = optional(list(string), [])
    interval_minutes = optional(number, 1440)
    workers          = optional(number, 1)
    timeout_minutes  = optional(number, 360)
    cpu              = optional(number, 1)
    memory_gib       = optional(number, 1)
    env              = optional(map(string), {})
  })
  default = null

  validation {
    condition     = var.compactor == null ? true : var.compactor.workers >= 1 && var.compactor.workers <= 256
    error_message = "compactor.workers must be from 1 to 256: rows are in 256 shards."
  }

  validation {
    condition     = var.compactor == null ? true : contains([10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440], var.compactor.interval_minutes)
    error_message = "compactor.interval_minutes must be 10, 15, 20, 30, or 1, 2, 3, 4, 6, 8, 12 or 24 hours."
  }

  validation {
    condition     = var.compactor == null ? true : var.compactor.timeout_minutes >= 1 && 2 * var.compactor.timeout_minutes <= var.compactor.interval_minutes
    error_message = "compactor.timeout_minutes must be from 1 to half of compactor.interval_minutes: a round has two attempts, and must end before the next one starts."
  }

  validation {
    condition = var.compactor == null ? true : contains([1, 2, 4, 6, 8], var.compactor.cpu) && var.compactor.memory_gib <= 4 * var.compactor.cpu && (
    var.compactor.memory_gib >= (var.compactor.cpu >= 6 ? 4 : var.compactor.cpu >= 4 ? 2 : 0.5))
    error_message = "compactor.cpu must be 1, 2, 4, 6 or 8, and compactor.memory_gib from 0.5 to 4 for each CPU, but at least 2 for 4 CPUs and 4 for 6 or 8."
  }
}

variable "auditor" {
  description = <<-EOT
    Audits of residency, with placements: one instance in each region, which audits the placements whose data the region may
    process, every interval_hours. subscriptions: by jurisdiction, full names of those whose topics are checked. Null for none.
  EOT
  type = object({
    regions        = list(string)
    interval_hours = optional(number, 24)
    subscriptions  = optional(map(list(string)), {})
    cpu            = optional(number, 1)
    memory_gib     = optional(number, 1)
    env            = optional(map(string), {})
  })
  default = null

  validation {
    condition     = var.auditor == null ? true : var.residency && length(var.auditor.regions) == length(distinct(var.auditor.regions))
    error_message = "auditor needs residency, and a region has one auditor."
  }

  validation {
    condition     = var.auditor == null ? true : var.auditor.interval_hours >= 1 && var.auditor.interval_hours <= 24 && floor(var.auditor.interval_hours) == var.auditor.interval_hours
    error_message = "auditor.interval_hours must be from 1 to 24: an alert fires when none has completed for 36 hours."
  }
}

variable "privacy" {
  description = <<-EOT
    Erasures, consent and the access log (docs/privacy.md): adds the secrets of the ledger's keys and of the key that signs
    certificates, and an instance of the erasure worker in each region. Null for none.

    regions            of workers: one that may process the data of all placements, or one for each jurisdiction
    interval_seconds   between starts of a worker's rounds. An erasure takes two rounds or more
    consent_policy     of all processes: enforce, report or off; consent_policies by DataType, such as users/profile
    access_log_topic   full name, as output by module pubsub; access_log_share and access_log_shares by DataType: off, full
                       or a share, such as "0.01"
  EOT
  type = object({
    regions           = list(string)
    interval_seconds  = optional(number, 60)
    consent_policy    = optional(string, "off")
    consent_policies  = optional(map(string), {})
    access_log_topic  = optional(string)
    access_log_share  = optional(string, "full")
    access_log_shares = optional(map(string), {})
    cpu               = optional(number, 1)
    memory_gib        = optional(number, 1)
    env               = optional(map(string), {})
  })
  default = null

  validation {
    condition     = var.privacy == null ? true : length(var.privacy.regions) > 0 && length(var.privacy.regions) == length(distinct(var.privacy.regions))
    error_message = "privacy needs a region, and a region has one erasure worker."
  }

  validation {
    condition     = var.privacy == null ? true : var.privacy.interval_seconds >= 1 && var.privacy.interval_seconds <= 3600 && floor(var.privacy.interval_seconds) == var.privacy.interval_seconds
    error_message = "privacy.interval_seconds must be from 1 to 3600: an alert fires when no round has completed for two hours."
  }

  validation {
    condition = var.privacy == null ? true : alltrue([
      for policy in concat([var.privacy.consent_policy], values(var.privacy.consent_policies)) : contains(["enforce", "report", "off"], policy)
    ])
    error_message = "A policy of consent is enforce, report or off."
  }
}

variable "collector" {
  description = "Collector that scrapes each instance's metrics and writes them to Managed Prometheus: image by digest, and its configuration; cpu and memory_gib beside each instance. Null for none."
  type = object({
    image      = string
    config     = string
    cpu        = optional(number, 1)
    memory_gib = optional(number, 0.5)
  })
  default = null

  validation {
    condition     = var.collector == null ? true : can(regex("@sha256:[0-9a-f]{64}$", var.collector.image))
    error_message = "collector.image must be named by its digest, …@sha256:<64 hex digits>."
  }
}

variable "quotas" {
  description = <<-EOT
    Cloud Run's quotas of the project, by region: vCPU and GiB that may be allocated at once. A region that is not named has
    20 vCPU and 40 GiB, reported for new projects. Request more first (docs/operations/deploy.md), then enter it here.
  EOT
  type        = map(object({ cpu = number, memory_gib = number }))
  default     = {}

  validation {
    condition = alltrue([for region, need in local.quota_needs :
    need.cpu <= try(var.quotas[region].cpu, 20) && need.memory_gib <= try(var.quotas[region].memory_gib, 40)])
    error_message = "Cloud Run's quotas are too small for all services, a deployment and the compactor. Request and enter in quotas: ${jsonencode({
      for region, need in local.quota_needs : region => need
      if need.cpu > try(var.quotas[region].cpu, 20) || need.memory_gib > try(var.quotas[region].memory_gib, 40)
    })}."
  }
}

variable "tracing" {
  description = "Whether services send traces to the collector, whose configuration exports them."
  type        = bool
  default     = false

  validation {
    condition     = !var.tracing || var.collector != null
    error_message = "tracing needs a collector."
  }
}

variable "request_log_share" {
  description = "Share of the API's successful requests whose log entry of Cloud Run is kept, from 0 to 1. Each entry of about 1 KB is charged."
  type        = number
  default     = 0.001

  validation {
    condition     = var.request_log_share >= 0 && var.request_log_share <= 1
    error_message = "request_log_share must be from 0 to 1."
  }
}

variable "invokers" {
  description = "Members who may reach the API, preferably a group. Tidemark then authenticates and authorizes each caller."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for member in var.invokers : can(regex("^(serviceAccount|user|group|principal|principalSet):.+$", member))])
    error_message = "An invoker must be serviceAccount:…, user:…, group:…, principal:… or principalSet:…; the API must not be public."
  }
}

variable "audiences" {
  description = "Audience of callers' identity tokens, beside the services' own addresses: one name for all regions, e.g. https://tidemark.example.com."
  type        = list(string)
  default     = []
}

variable "load_balancer" {
  description = <<-EOT
    A global external load balancer, which takes each caller to the nearest region. Null, the default, for none.
    Without one the API is reachable from the project's own network only. Callers must be invokers in either case.

    domains            that it answers for; point their DNS to the output load_balancer_address
    allowed_ip_ranges  who may call, in CIDR notation (Cloud Armor); empty: any address
    security_policy    id of a policy of your own instead
  EOT
  type = object({
    domains           = list(string)
    allowed_ip_ranges = optional(list(string), [])
    security_policy   = optional(string)
  })
  default = null

  validation {
    condition = var.load_balancer == null ? true : length(var.load_balancer.domains) > 0 && alltrue([
    for domain in var.load_balancer.domains : can(regex("^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$", domain))])
    error_message = "load_balancer.domains must have a domain's name, e.g. tidemark.example.com."
  }

  validation {
    condition     = var.load_balancer == null ? true : alltrue([for range in var.load_balancer.allowed_ip_ranges : can(cidrhost(range, 0))])
    error_message = "load_balancer.allowed_ip_ranges must be in CIDR notation, e.g. 203.0.113.0/24."
  }

  validation {
    condition     = var.load_balancer == null ? true : var.load_balancer.security_policy == null || length(var.load_balancer.allowed_ip_ranges) == 0
    error_message = "load_balancer has either allowed_ip_ranges or a security_policy."
  }
}

variable "internal_load_balancer" {
  description = <<-EOT
    A cross-region internal load balancer, for callers in the network. Null, the default, for none.
    It has an address in each region, and takes requests elsewhere while a region fails.

    network       full name of the network
    subnetworks   by region, full name of the subnetwork that the region's address is of. The network also needs a subnetwork of
                  purpose GLOBAL_MANAGED_PROXY in each of these regions
    certificates  full names of certificates of Certificate Manager, of scope ALL_REGIONS, for the name that callers use
  EOT
  type = object({
    network      = string
    subnetworks  = map(string)
    certificates = list(string)
  })
  default = null

  validation {
    condition = var.internal_load_balancer == null ? true : length(var.internal_load_balancer.subnetworks) > 0 && alltrue([
      for region, name in var.internal_load_balancer.subnetworks : can(regex("^projects/[^/]+/regions/${region}/subnetworks/[^/]+$", name))
    ])
    error_message = "internal_load_balancer.subnetworks must have, by region, a full name in that region: projects/…/regions/<region>/subnetworks/…"
  }

  validation {
    condition     = var.internal_load_balancer == null ? true : can(regex("^projects/[^/]+/global/networks/[^/]+$", var.internal_load_balancer.network))
    error_message = "internal_load_balancer.network must be a full name: projects/…/global/networks/…"
  }

  validation {
    condition = var.internal_load_balancer == null ? true : length(var.internal_load_balancer.certificates) > 0 && alltrue([
      for name in var.internal_load_balancer.certificates : can(regex("^projects/[^/]+/locations/global/certificates/[^/]+$", name))
    ])
    error_message = "internal_load_balancer.certificates must be full names: projects/…/locations/global/certificates/…"
  }
}

variable "secret_regions" {
  description = <<-EOT
    Regions that store the secrets. Empty: Google chooses, which a policy on resource locations rejects. Decide before the first
    apply: it cannot be changed later without losing the secrets.
  EOT
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for region in var.secret_regions : can(regex("^[a-z]+-[a-z]+[0-9]+$", region))])
    error_message = "secret_regions must be regions, e.g. europe-west1."
  }

  validation {
    condition     = length(distinct(var.secret_regions)) == length(var.secret_regions)
    error_message = "secret_regions names a region twice."
  }
}

variable "deletion_protection" {
  description = "Whether Terraform refuses to delete services, jobs and secrets."
  type        = bool
  default     = true
}

variable "labels" {
  description = "Labels of all services, jobs and secrets."
  type        = map(string)
  default     = {}
}

variable "pipelines" {
  description = <<-EOT
    Pipelines (docs/pipelines.md): full passes as jobs, and workers that follow changes. Null for none.

    regions            of the batch clusters; with placements one that may process each of them
    modules_bucket     name of the bucket for the modules, which jobs read; rejects_bucket of that for the objects that failed
    buckets_location   of both buckets: objects that failed are named there by their ids
    rejects_days       after which lists of failed objects are deleted
    full_passes        by name: file of the module in its bucket; interval_minutes between runs, a divisor or multiple of an hour;
                       tasks that share a run; timeout_minutes of each of the two attempts of a task; threads as many as CPUs
    followers          by name: file of the module, corpus whose changes are followed, instances
  EOT
  type = object({
    regions          = list(string)
    modules_bucket   = string
    rejects_bucket   = string
    buckets_location = string
    rejects_days     = optional(number, 30)
    full_passes = optional(map(object({
      file             = string
      interval_minutes = optional(number, 1440)
      tasks            = optional(number, 1)
      timeout_minutes  = optional(number, 360)
      errors_max       = optional(number, 100)
      cpu              = optional(number, 1)
      memory_gib       = optional(number, 2)
      env              = optional(map(string), {})
    })), {})
    followers = optional(map(object({
      file       = string
      corpus     = string
      instances  = optional(number, 1)
      cpu        = optional(number, 1)
      memory_gib = optional(number, 1)
      env        = optional(map(string), {})
    })), {})
  })
  default = null

  validation {
    condition     = var.pipelines == null ? true : length(var.pipelines.regions) > 0 && length(var.pipelines.regions) == length(distinct(var.pipelines.regions))
    error_message = "pipelines needs a region, and names each once."
  }

  validation {
    condition = var.pipelines == null ? true : alltrue([for name in concat(keys(var.pipelines.full_passes), keys(var.pipelines.followers)) :
    can(regex("^[a-z][a-z0-9-]{0,19}$", name))])
    error_message = "A pipeline's name here has up to 20 small letters, digits and dashes, a letter first: names of jobs and services end with it."
  }

  validation {
    condition = var.pipelines == null ? true : alltrue([for of in concat(values(var.pipelines.full_passes)[*].file, values(var.pipelines.followers)[*].file) :
    can(regex("^[A-Za-z0-9_][A-Za-z0-9_./-]*\\.[cm]?js$", of)) && !strcontains(of, "..")])
    error_message = "The file of a pipeline is a path in the bucket of modules that ends with .js, .cjs or .mjs."
  }

  validation {
    condition = var.pipelines == null ? true : alltrue([for of in values(var.pipelines.full_passes) :
    contains([30, 60, 120, 180, 240, 360, 480, 720, 1440], of.interval_minutes) && of.timeout_minutes >= 1 && 2 * of.timeout_minutes <= of.interval_minutes])
    error_message = "interval_minutes of a full pass must be 30, or 1, 2, 3, 4, 6, 8, 12 or 24 hours, and timeout_minutes at most half of it: a task has two attempts."
  }

  validation {
    condition = var.pipelines == null ? true : alltrue(concat(
      [for of in values(var.pipelines.full_passes) : of.tasks >= 1 && of.tasks <= 256],
      [for of in values(var.pipelines.followers) : of.instances >= 1 && of.instances <= 100],
    ))
    error_message = "A full pass has from 1 to 256 tasks, since rows are in 256 shards, and a follower from 1 to 100 instances."
  }

  validation {
    condition = var.pipelines == null ? true : alltrue([for of in concat(values(var.pipelines.full_passes)[*], values(var.pipelines.followers)[*]) :
    contains([1, 2, 4, 6, 8], of.cpu) && of.memory_gib <= 4 * of.cpu && of.memory_gib >= (of.cpu >= 6 ? 4 : of.cpu >= 4 ? 2 : 0.5)])
    error_message = "cpu of a pipeline must be 1, 2, 4, 6 or 8, and memory_gib from 0.5 to 4 for each CPU, but at least 2 for 4 CPUs and 4 for 6 or 8."
  }
}
