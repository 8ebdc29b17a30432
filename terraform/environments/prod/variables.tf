variable "project" {
  description = "Project id."
  type        = string
}

variable "regions" {
  description = <<-EOT
    Where users are served: by region, the zones of the clusters there, and how many instances of the API and of each stream's
    consumers. Two clusters in a region take over from each other at once; one leaves that to the next region. Without instances
    a region has clusters only: before it is added, and while it is drained. The default fits Cloud Run's default quotas, not your
    load.
  EOT
  type = map(object({
    zones              = list(string)
    api_instances      = optional(object({ min = number, max = number }))
    consumer_instances = optional(number, 0)
  }))
  default = {
    us-central1  = { zones = ["us-central1-a", "us-central1-b"], api_instances = { min = 2, max = 2 }, consumer_instances = 1 }
    europe-west1 = { zones = ["europe-west1-b", "europe-west1-c"], api_instances = { min = 2, max = 2 }, consumer_instances = 1 }
    asia-east1   = { zones = ["asia-east1-a", "asia-east1-b"], api_instances = { min = 2, max = 2 }, consumer_instances = 1 }
  }

  validation {
    condition     = alltrue(flatten([for region, of in var.regions : [for zone in of.zones : startswith(zone, "${region}-")]]))
    error_message = "A region's zones must be its own."
  }
}

variable "api_size" {
  description = "CPUs and memory of each instance of the API. It has a process for each CPU, and a collector beside them."
  type        = object({ cpu = number, memory_gib = number })
  default     = { cpu = 1, memory_gib = 1 }
}

variable "compactor" {
  description = "Rounds of the compactor: the time between their starts, and of each of their two attempts, in minutes; and the jobs that share a round."
  type = object({
    interval_minutes = optional(number, 1440)
    timeout_minutes  = optional(number, 360)
    workers          = optional(number, 2)
  })
  default = {}
}

variable "writes" {
  description = "Clusters that take no new writes, by id: \"draining\" before one is removed, or \"refused\" (docs/operations/regions.md)."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setsubtract(keys(var.writes), concat(flatten([for of in values(var.regions) : of.zones]), flatten([for clusters in local.placement_clusters : keys(clusters)])))) == 0
    error_message = "writes names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "fences" {
  description = "Clusters that are lost for good, by id, with the time from which strict reads ignore writes that only they have (docs/operations/regions.md)."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setsubtract(keys(var.fences), concat(flatten([for of in values(var.regions) : of.zones]), flatten([for clusters in local.placement_clusters : keys(clusters)])))) == 0
    error_message = "fences names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "unlisted" {
  description = "Clusters that the topology leaves out: new ones while data are copied to them, and old ones before they are removed."
  type        = set(string)
  default     = []

  validation {
    condition     = length(setsubtract(var.unlisted, concat(flatten([for of in values(var.regions) : of.zones]), flatten([for clusters in local.placement_clusters : keys(clusters)])))) == 0
    error_message = "unlisted names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "services_protected" {
  description = "Whether Terraform refuses to delete services, jobs and secrets. Apply false before you remove a region's services, and true afterwards."
  type        = bool
  default     = true
}

variable "batch_zone" {
  description = "Zone of the batch cluster: one without a serving cluster."
  type        = string
  default     = "us-central1-f"
}

variable "residency" {
  description = <<-EOT
    Placements of users' data (docs/residency.md), or null, the default, for none. Add them to a running store in two steps:
    docs/operations/placements.md.

    jurisdictions      by name: regions that may store its data, countries of its users, served_from: regions whose processes
                       may process its data (default: all), and aggregates_served_from: regions whose processes may process its
                       sketches (default: served_from). A name has up to 4 characters, since names of streams end with it.
    placements         besides the default one, by name: jurisdiction, zones of the serving clusters, and the batch cluster's,
                       without which no user could move there. regional_endpoints: whether processes call Bigtable by the
                       endpoints of the clusters' regions, which exist in some (docs/operations/unverified.md).
    directory_zones    of the location directory, which each region needs near it. It has no user ids.
    default_placement  name of the placement of all others: the instance tidemark.
    corpora            that have data of users, and move together.
    sketches           corpora of sketches that count their events: each placement has a part. Pacers need all parts.
    requires_location  whether a user's first write must state a location.
    audit_regions      regions of daily audits: one that may process all data, or one for each jurisdiction.
  EOT
  type = object({
    jurisdictions = map(object({
      regions                = list(string)
      countries              = optional(list(string), [])
      served_from            = optional(list(string))
      aggregates_served_from = optional(list(string))
    }))
    placements = map(object({
      jurisdiction = string
      zones        = list(string)
      batch_zone   = string

      regional_endpoints = optional(bool, false)
      nodes              = optional(object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) }), { min_nodes = 1, max_nodes = 10 })
      batch_nodes        = optional(object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 70) }), { min_nodes = 1, max_nodes = 10 })
    }))
    directory_zones   = list(string)
    directory_nodes   = optional(object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) }), { min_nodes = 1, max_nodes = 10 })
    default_placement = optional(string, "global")
    corpora           = optional(list(string), ["users"])
    sketches          = optional(list(string), ["campaign_counts"])
    requires_location = optional(bool, false)
    audit_regions     = optional(list(string), [])
  })
  default = null

  validation {
    condition     = alltrue([for name in keys(try(var.residency.jurisdictions, {})) : can(regex("^[a-z][a-z0-9]{1,3}$", name))])
    error_message = "A jurisdiction's name has 2 to 4 small letters and digits, beginning with a letter: names of streams end with it."
  }

  validation {
    condition = var.residency == null ? true : alltrue([for name in keys(var.residency.placements) :
    !contains([var.residency.default_placement, "directory", "ledger", "restored"], name)])
    error_message = "A placement is named otherwise than default_placement, directory, ledger and restored, whose instances there are already."
  }

  validation {
    condition = alltrue([for of in try(var.residency.placements, {}) :
    anytrue([for region in try(coalesce(var.residency.jurisdictions[of.jurisdiction].served_from, var.residency.jurisdictions[of.jurisdiction].regions), keys(var.regions)) : try(var.regions[region].consumer_instances, 0) > 0])])
    error_message = "Each jurisdiction with a placement needs consumers: regions with consumer_instances must have one of its served_from, or else of its regions."
  }
}

variable "privacy" {
  description = <<-EOT
    Erasures, consent and the access log (docs/privacy.md); null for none. Add both keys before the service
    (docs/operations/deploy.md).

    ledger_zones        of the instance tidemark-ledger, whose one table is the ledger of erasures and withdrawals: a withdrawal
                        and an erasure need it. Decide before the first apply: no plan moves it. Empty: the instance tidemark
                        has it, in which a restore of users could touch it.
    ledger_backup_retention_days  of its own daily backups
    consent_policy      of all processes: begin with report, then enforce; consent_policies by DataType, such as users/profile
    access_log_share    off, full or a share, such as "0.01"; access_log_shares by DataType
    access_log_readers  members who attach subscriptions to the topic of the access log
  EOT
  type = object({
    ledger_zones                 = optional(list(string), ["us-central1-a", "europe-west1-b", "asia-east1-a"])
    ledger_nodes                 = optional(object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) }), { min_nodes = 1, max_nodes = 3 })
    ledger_backup_retention_days = optional(number, 30)
    consent_policy               = optional(string, "off")
    consent_policies             = optional(map(string), {})
    access_log_share             = optional(string, "full")
    access_log_shares            = optional(map(string), {})
    access_log_readers           = optional(list(string), [])
  })
  default = {}
}

variable "restored" {
  description = <<-EOT
    An instance tidemark-restored to restore tables into, or null for none (docs/operations/backup.md): one zone and few nodes
    while a table is restored and compared, more zones and nodes before it serves the tables named in corpora. With placements it
    then needs a batch_zone, for users who move.
  EOT
  type = object({
    zones      = list(string)
    batch_zone = optional(string)
    nodes      = optional(object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) }), { min_nodes = 1, max_nodes = 10 })
    corpora    = optional(list(string), [])
  })
  default = null
}

variable "serving_nodes" {
  description = "Autoscaling of each serving cluster. Half of the CPU is reserved for the rows of an unavailable neighbour."
  type        = object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) })
  default     = { min_nodes = 3, max_nodes = 30 }
}

variable "batch_nodes" {
  description = "Autoscaling of the batch cluster. It also receives all writes of the others, so it cannot be much smaller."
  type        = object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 70) })
  default     = { min_nodes = 2, max_nodes = 20 }
}

variable "links" {
  description = "One-way latency between regions, in milliseconds: Tidemark reads from the nearest one first."
  type        = list(object({ between = list(string), delay_ms = number }))
  default = [
    { between = ["us-central1", "europe-west1"], delay_ms = 52 },
    { between = ["us-central1", "asia-east1"], delay_ms = 78 },
    { between = ["europe-west1", "asia-east1"], delay_ms = 126 },
  ]
}

variable "kms_keys" {
  description = "Customer-managed keys of the clusters, by region: full names. Either all regions have one, or none."
  type        = map(string)
  default     = {}
}

variable "quotas" {
  description = "Cloud Run's quotas by region, once they are above the 20 vCPU and 40 GiB of a new project (docs/operations/deploy.md)."
  type        = map(object({ cpu = number, memory_gib = number }))
  default     = {}
}

variable "images_location" {
  description = "Location of the repository of images: us, europe or asia, or a region, where a policy restricts resource locations."
  type        = string
  default     = "us"
}

variable "image" {
  description = "Tidemark's image, by digest. Null, for the first apply, creates everything except the services."
  type        = string
  default     = null
}

variable "collector_image" {
  description = "Image of Google's build of the OpenTelemetry Collector, by digest; null for no metrics in Managed Prometheus."
  type        = string
  default     = null
}

variable "tracing" {
  description = "Whether services send traces, by the collector, to Cloud Trace."
  type        = bool
  default     = false
}

variable "access" {
  description = "Callers and where their tokens come from: what TIDEMARK_ACCESS_FILE holds (docs/security.md)."
  type        = any
}

variable "secret_regions" {
  description = "Regions that store the secrets, where a policy restricts resource locations; empty: Google chooses. Cannot be changed after the first apply."
  type        = list(string)
  default     = []
}

variable "restrict_locations" {
  description = "Whether a policy of the project (gcp.resourceLocations) lets Google refuse resources elsewhere. Terraform's account then needs roles/orgpolicy.policyAdmin of the organization."
  type        = bool
  default     = false

  validation {
    condition     = !var.restrict_locations || length(var.secret_regions) > 0 && length(var.storage_regions) > 0 && can(regex("^[a-z]+-[a-z]+[0-9]+$", var.images_location))
    error_message = "restrict_locations needs secret_regions, storage_regions, and a region as images_location: the policy would reject secrets and images elsewhere."
  }
}

variable "invokers" {
  description = "Members who may reach the API, preferably a group."
  type        = list(string)
  default     = []
}

variable "audiences" {
  description = "Audience of callers' identity tokens for Cloud Run: one name for all regions."
  type        = list(string)
  default     = []
}

variable "load_balancer" {
  description = "A global external load balancer: domains, allowed_ip_ranges or a security_policy. Null, the default: the API is reached from the project's network only."
  type = object({
    domains           = list(string)
    allowed_ip_ranges = optional(list(string), [])
    security_policy   = optional(string)
  })
  default = null
}

variable "internal_load_balancer" {
  description = "A cross-region internal load balancer for callers in the network: its network, a subnetwork by region, and certificates of Certificate Manager. Null, the default, for none."
  type = object({
    network      = string
    subnetworks  = map(string)
    certificates = list(string)
  })
  default = null
}

variable "publishers" {
  description = "Members who publish events to the topic clickstream."
  type        = list(string)
  default     = []
}

variable "operators" {
  description = "Operators who inspect and republish dead letters: members, preferably a group."
  type        = list(string)
  default     = []
}

variable "pacing_listeners" {
  description = "Ad servers that subscribe to the states of campaigns: members."
  type        = list(string)
  default     = []
}

variable "workload_identities" {
  description = "Identities from outside Cloud Run that act as the account of a role, by role: of Kubernetes (kubernetes.tfvars), or of a pipeline."
  type        = map(list(string))
  default     = {}
}

variable "pipelines" {
  description = <<-EOT
    Pipelines (docs/pipelines.md#cloud-run), or null for none: buckets of modules and of lists of failed objects, full passes and
    followers, as in module service; writes: corpora that they write, besides reading all.
  EOT
  type = object({
    modules_bucket   = string
    rejects_bucket   = string
    buckets_location = string
    rejects_days     = optional(number, 30)
    writes           = list(string)
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
}

variable "external_tables" {
  description = "Tables that BigQuery reads with SQL by Data Boost, as in module bigtable: dataset, location, tables, readers. It leaves out nothing that users chose or had erased. Null for none."
  type        = object({ dataset = string, location = string, tables = list(string), readers = optional(list(string), []) })
  default     = null
}

variable "change_streams" {
  description = "Tables with a change stream, with its retention in days. Those that pipelines follow have one of 7 days without it."
  type        = map(number)
  default     = {}
}

variable "storage_regions" {
  description = "Regions that may store messages of Pub/Sub, for data residency; empty means any."
  type        = list(string)
  default     = []
}

variable "pubsub_kms_key" {
  description = "Full name of the key that encrypts messages of Pub/Sub, or null for Google's own."
  type        = string
  default     = null
}

variable "notification_channels" {
  description = "Notification channels of alerts, by name: a type with its labels, or the full name of an existing channel; severity page or ticket restricts a channel to those alerts."
  type = map(object({
    type     = optional(string)
    labels   = optional(map(string))
    channel  = optional(string)
    severity = optional(string)
  }))
  default = {}
}

variable "runbook_base_url" {
  description = "Base URL of the repository for links in alerts, e.g. https://git.example.com/ads/tidemark/blob/main."
  type        = string
  default     = null
}
