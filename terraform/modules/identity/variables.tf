variable "project" {
  description = "Id of the project."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "project must be a project's id: 6 to 30 small letters, digits and dashes, beginning with a letter."
  }
}

variable "environment" {
  description = "Name of the environment, which the accounts carry: tidemark-<environment>-<role>."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9]{1,9}$", var.environment))
    error_message = "environment must be a letter and 1 to 9 more small letters and digits: an account's id takes 30 characters in all."
  }
}

variable "tracing" {
  description = "Whether services may write traces: only where the collector exports them to Cloud Trace."
  type        = bool
  default     = false
}

variable "residency" {
  description = "Whether there are placements (docs/residency.md): adds the account of movers and audits."
  type        = bool
  default     = false
}

variable "privacy" {
  description = "Whether erasures are processed (docs/privacy.md): adds the account of erasure workers."
  type        = bool
  default     = false
}

variable "pipelines" {
  description = "Whether there are pipelines (docs/pipelines.md): adds the account of their jobs and followers."
  type        = bool
  default     = false
}

variable "workload_identities" {
  description = <<-EOT
    By role, identities from outside Cloud Run that may act as the role's account, without a key.
    Of Kubernetes (serviceAccount:PROJECT.svc.id.goog[namespace/name]) or of a workload identity pool (principal://…,
    principalSet://…), e.g. a pipeline that checks the schema.
  EOT
  type        = map(list(string))
  default     = {}

  validation {
    condition     = alltrue([for role in keys(var.workload_identities) : contains(concat(["api", "consumer", "compactor", "pacer", "schema"], var.residency ? ["mover"] : [], var.privacy ? ["eraser"] : [], var.pipelines ? ["pipeline"] : []), role)])
    error_message = "A role of workload_identities must be api, consumer, compactor, pacer or schema, with residency mover, with privacy eraser, or with pipelines pipeline."
  }

  validation {
    condition = alltrue(flatten([for members in values(var.workload_identities) : [for member in members :
      can(regex("^serviceAccount:[^\\[]+\\.svc\\.id\\.goog\\[[^/\\]]+/[^\\]]+\\]$", member)) ||
      can(regex("^(principal|principalSet)://iam\\.googleapis\\.com/projects/[0-9]+/locations/global/workloadIdentityPools/[^/]+/.+$", member))
    ]]))
    error_message = "A workload identity must be serviceAccount:PROJECT.svc.id.goog[namespace/name], or principal:// or principalSet:// of a workload identity pool."
  }

  validation {
    # All identities of a pool: at GitHub, those of any repository.
    condition     = alltrue(flatten([for members in values(var.workload_identities) : [for member in members : !endswith(member, "/*")]]))
    error_message = "A whole pool (…/*) may not act as a role: name a subject, group or attribute of it."
  }
}
