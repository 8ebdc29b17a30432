variable "project" {
  description = "Id of the project."
  type        = string
}

variable "region" {
  description = "Where everything is."
  type        = string
  default     = "europe-west1"
}

variable "zone" {
  description = "Where the one cluster is: a zone of the region."
  type        = string
  default     = "europe-west1-b"

  validation {
    condition     = startswith(var.zone, "${var.region}-")
    error_message = "zone must be one of the region."
  }
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
  description = "Who gets through to the API, e.g. [\"group:developers@example.com\"]."
  type        = list(string)
  default     = []
}

variable "audiences" {
  description = "What callers' identity tokens for Cloud Run are for, beside the service's own address."
  type        = list(string)
  default     = []
}

variable "publishers" {
  description = "Who publishes events, by topic (ad-action, campaign-action): lists of members."
  type        = map(list(string))
  default     = {}
}

variable "operators" {
  description = "People who look at dead letters and send them again: members, best a group."
  type        = list(string)
  default     = []
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
