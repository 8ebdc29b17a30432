variable "project" {
  description = "Id of the project."
  type        = string
}

variable "regions" {
  description = <<-EOT
    Where users are served: by region, the zones of the clusters there, and how many instances of the API and of each stream's
    consumers. Two clusters in a region take over from each other at once; one leaves that to the next region. Without instances
    a region has clusters only: before it is added, and while it is drained.
  EOT
  type = map(object({
    zones              = list(string)
    api_instances      = optional(object({ min = number, max = number }))
    consumer_instances = optional(number, 0)
  }))
  default = {
    us-central1  = { zones = ["us-central1-a", "us-central1-b"], api_instances = { min = 2, max = 40 }, consumer_instances = 2 }
    europe-west1 = { zones = ["europe-west1-b", "europe-west1-c"], api_instances = { min = 2, max = 40 }, consumer_instances = 2 }
    asia-east1   = { zones = ["asia-east1-a", "asia-east1-b"], api_instances = { min = 2, max = 40 }, consumer_instances = 2 }
  }

  validation {
    condition     = alltrue(flatten([for region, of in var.regions : [for zone in of.zones : startswith(zone, "${region}-")]]))
    error_message = "A region's zones must be its own."
  }
}

variable "writes" {
  description = "Clusters that take no new writes, by id: \"draining\" before one is removed, or \"refused\" (docs/operations/regions.md)."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setsubtract(keys(var.writes), flatten([for of in values(var.regions) : of.zones]))) == 0
    error_message = "writes names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "fences" {
  description = "Clusters that are away for good, by id: from when on strict reads go on without what only they have (docs/operations/regions.md)."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setsubtract(keys(var.fences), flatten([for of in values(var.regions) : of.zones]))) == 0
    error_message = "fences names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "unlisted" {
  description = "Clusters that services are not told of: yet, while data are copied to a new one, or any longer, before one is removed."
  type        = set(string)
  default     = []

  validation {
    condition     = length(setsubtract(var.unlisted, flatten([for of in values(var.regions) : of.zones]))) == 0
    error_message = "unlisted names a cluster that is not there: serving clusters are named for their zones."
  }
}

variable "services_protected" {
  description = "Whether Terraform refuses to delete services, jobs and secrets. False is to be applied before a region's services are taken away, and true after."
  type        = bool
  default     = true
}

variable "batch_zone" {
  description = "Where the cluster for batch work is: a zone without one that serves."
  type        = string
  default     = "us-central1-f"
}

variable "serving_nodes" {
  description = "Autoscaling of each serving cluster. Half the CPU is for the rows of a neighbour that is away."
  type        = object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 40) })
  default     = { min_nodes = 3, max_nodes = 30 }
}

variable "batch_nodes" {
  description = "Autoscaling of the cluster for batch work. It also takes all writes of the others, so it can't be much smaller."
  type        = object({ min_nodes = number, max_nodes = number, cpu_target = optional(number, 70) })
  default     = { min_nodes = 2, max_nodes = 20 }
}

variable "links" {
  description = "How far regions are apart, in milliseconds one way: Tidemark asks the nearest first."
  type        = list(object({ between = list(string), delay_ms = number }))
  default = [
    { between = ["us-central1", "europe-west1"], delay_ms = 52 },
    { between = ["us-central1", "asia-east1"], delay_ms = 78 },
    { between = ["europe-west1", "asia-east1"], delay_ms = 126 },
  ]
}

variable "kms_keys" {
  description = "Keys of your own for the clusters, by region: full names. All regions have one, or none."
  type        = map(string)
  default     = {}
}

variable "image" {
  description = "Tidemark's image, by digest. Null, as at first, makes all but the services."
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

variable "invokers" {
  description = "Who gets through to the API: members, best a group."
  type        = list(string)
  default     = []
}

variable "audiences" {
  description = "What callers' identity tokens for Cloud Run are for: one name for all regions."
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

variable "publishers" {
  description = "Who publishes events to the topic clickstream: members."
  type        = list(string)
  default     = []
}

variable "operators" {
  description = "People who look at dead letters and send them again: members, best a group."
  type        = list(string)
  default     = []
}

variable "pacing_listeners" {
  description = "Ad servers that subscribe to the states of campaigns: members."
  type        = list(string)
  default     = []
}

variable "workload_identities" {
  description = "By role, identities from outside Cloud Run that act as its account, e.g. schema for a pipeline."
  type        = map(list(string))
  default     = {}
}

variable "change_streams" {
  description = "Tables whose changes can be followed, with the days that they are kept."
  type        = map(number)
  default     = {}
}

variable "notification_channels" {
  description = "Who is told of alerts, by name: a type with its labels, or the full name of a channel that is there; severity page or ticket for those only."
  type = map(object({
    type     = optional(string)
    labels   = optional(map(string))
    channel  = optional(string)
    severity = optional(string)
  }))
  default = {}
}

variable "runbook_base_url" {
  description = "Where people read the repository, for links in alerts, e.g. https://git.example.com/ads/tidemark/blob/main."
  type        = string
  default     = null
}
