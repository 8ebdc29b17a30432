variable "project" {
  description = "Project id. The project must contain one environment only, since alert rules do not distinguish several."
  type        = string
}

variable "environment" {
  description = "Name of the environment: part of what people are shown."
  type        = string
}

variable "rules_file" {
  description = "Alert rules without recording rules: infra/alerts/tidemark.alerts.yml."
  type        = string
}

variable "dashboard_file" {
  description = "The dashboard, as Cloud Monitoring's API takes it: infra/dashboards/cloud-monitoring.json."
  type        = string
}

variable "privacy_dashboard_file" {
  description = "The dashboard of privacy, likewise: infra/dashboards/cloud-monitoring-privacy.json. Null for none."
  type        = string
  default     = null
}

variable "runbook_file" {
  description = "Markdown with a section for each alert, which becomes part of what is sent: docs/operations/alerts.md. Null: only its place is named."
  type        = string
  default     = null
}

variable "runbook_base_url" {
  description = "Where people read the repository, such as https://git.example.com/ads/tidemark/blob/main. Null: no links."
  type        = string
  default     = null
}

variable "notification_channels" {
  description = <<-EOT
    Notification channels by name: a channel to create (type and labels, such as "email" and email_address), or the full name of an
    existing one (channel), which keeps keys of PagerDuty and similar services out of the state. With severity "page" or "ticket" a
    channel gets only those alerts.
  EOT
  type = map(object({
    type     = optional(string)
    labels   = optional(map(string), {})
    channel  = optional(string)
    severity = optional(string)
  }))
  default = {}

  validation {
    condition     = alltrue([for of in values(var.notification_channels) : (of.type == null) != (of.channel == null)])
    error_message = "A channel has either a type, to be made, or a channel, that is there."
  }

  validation {
    condition     = alltrue([for of in values(var.notification_channels) : contains(["page", "ticket"], coalesce(of.severity, "page"))])
    error_message = "A channel's severity is page or ticket, or left out for both."
  }
}

variable "dead_letter_subscriptions" {
  description = "Short names of the dead-letter subscriptions, for an alert when messages wait in them."
  type        = list(string)
  default     = []
}

variable "jobs" {
  description = "Names of the scheduled jobs of Cloud Run, for an alert when one has not succeeded for three rounds, or for a day."
  type        = list(string)
  default     = []
}

variable "jobs_interval_minutes" {
  description = "Time between starts of the jobs."
  type        = number
  default     = 1440

  validation {
    condition     = var.jobs_interval_minutes >= 10 && var.jobs_interval_minutes <= 1440
    error_message = "jobs_interval_minutes must be from 10 to 1440."
  }
}

variable "pipeline_jobs" {
  description = "Names of the jobs of pipelines, with the minutes between their runs, for an alert when one has not succeeded for three intervals, or for a day."
  type        = map(number)
  default     = {}
}

variable "erasers" {
  description = "Whether there are erasure workers whose metrics are collected, for an alert when none has reported anything for two hours."
  type        = bool
  default     = false
}

variable "labels" {
  description = "Labels of policies, channels and the dashboard."
  type        = map(string)
  default     = {}
}
