variable "project" {
  description = "Project id."
  type        = string
}

variable "region" {
  description = "Region of all resources."
  type        = string
  default     = "europe-west1"
}

variable "zone" {
  description = "Zone of the single cluster, in the region."
  type        = string
  default     = "europe-west1-b"

  validation {
    condition     = startswith(var.zone, "${var.region}-")
    error_message = "zone must be one of the region."
  }
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

variable "privacy" {
  description = "Whether erasures are processed and accesses logged (docs/privacy.md). Add both keys before the service (docs/operations/deploy.md)."
  type        = bool
  default     = true
}

variable "access_log_readers" {
  description = "Members who attach subscriptions to the topic of the access log."
  type        = list(string)
  default     = []
}

variable "deletable" {
  description = "Whether instance, tables and families may be deleted with their data. Apply true before terraform destroy."
  type        = bool
  default     = false
}

variable "quotas" {
  description = "Cloud Run's quotas by region, once they are above the 20 vCPU and 40 GiB of a new project (docs/operations/deploy.md)."
  type        = map(object({ cpu = number, memory_gib = number }))
  default     = {}
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

variable "invokers" {
  description = "Members who may reach the API, e.g. [\"group:developers@example.com\"]."
  type        = list(string)
  default     = []
}

variable "audiences" {
  description = "Additional audience of callers' identity tokens for Cloud Run, beside the service's own address."
  type        = list(string)
  default     = []
}

variable "publishers" {
  description = "Members who publish events, by topic (ad-action, campaign-action)."
  type        = map(list(string))
  default     = {}
}

variable "operators" {
  description = "Operators who inspect and republish dead letters: members, preferably a group."
  type        = list(string)
  default     = []
}

variable "workload_identities" {
  description = "Identities from outside Cloud Run that act as the account of a role, by role: of Kubernetes (kubernetes.tfvars), or of a pipeline."
  type        = map(list(string))
  default     = {}
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
