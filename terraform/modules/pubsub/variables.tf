variable "project" {
  description = "Project id."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "project must be a project's id: 6 to 30 small letters, digits and dashes, beginning with a letter."
  }
}

variable "project_number" {
  description = "Number of the project: names Pub/Sub's service agent, which publishes dead letters."
  type        = string

  validation {
    condition     = can(regex("^[0-9]+$", var.project_number))
    error_message = "project_number must be the project's number, e.g. 123456789012."
  }
}

variable "environment" {
  description = "Name of the environment, which topics and subscriptions carry: tidemark-<environment>-<name>."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9]{1,9}$", var.environment))
    error_message = "environment must be a letter and 1 to 9 more small letters and digits."
  }
}

variable "event_types" {
  description = "event_types of terraform/schema.json, decoded: by family, the definition of the message."
  type        = map(object({ definition = string }))

  validation {
    condition     = length(var.event_types) > 0
    error_message = "event_types must have one: make terraform/schema.json with \"npm run schema:terraform\"."
  }
}

variable "streams" {
  description = <<-EOT
    What consumers read, by name; each is a subscription with a dead-letter topic of its own.

    event_type   a family of event_types
    topic        name of the topic; those of one name share it. Default: one of the stream's own
    filter       Pub/Sub filter by attributes; what does not pass is acknowledged unseen. Cannot be changed later:
                 give the stream another name instead
    validate     Pub/Sub refuses messages that are not one event_type message each, in binary protobuf. Off by default:
                 it refuses batches and JSON as well. Not for a topic of several event types
    jurisdiction one of jurisdictions, whose regions store the messages, dead letters included; all streams of a topic have
                 the same
  EOT
  type = map(object({
    event_type = string
    topic      = optional(string)
    filter     = optional(string)
    validate   = optional(bool, false)

    jurisdiction = optional(string)
  }))

  validation {
    condition     = alltrue([for stream in var.streams : stream.jurisdiction == null ? true : contains(keys(var.jurisdictions), stream.jurisdiction)])
    error_message = "A stream's jurisdiction must be one of jurisdictions: ${join(", ", keys(var.jurisdictions))}."
  }

  validation {
    condition = alltrue([for name, stream in var.streams : alltrue([for other_name, other in var.streams :
    coalesce(other.topic, other_name) != coalesce(stream.topic, name) || other.jurisdiction == stream.jurisdiction])])
    error_message = "The streams of a topic have one jurisdiction: its messages are stored in one place."
  }

  validation {
    condition     = length(var.streams) > 0 && alltrue([for name, stream in var.streams : can(regex("^[a-z][a-z0-9-]{0,19}$", name))])
    error_message = "There must be a stream, and a stream's name must have up to 20 small letters, digits and dashes, beginning with a letter."
  }

  validation {
    condition     = alltrue([for stream in var.streams : contains(keys(var.event_types), stream.event_type)])
    error_message = "A stream's event_type must be one that the schema declares: ${join(", ", keys(var.event_types))}."
  }

  validation {
    condition = alltrue([for stream in var.streams :
    stream.topic == null ? true : can(regex("^[a-z][a-z0-9-]{0,29}$", stream.topic)) && !endswith(stream.topic, "-dead-letters")])
    error_message = "A stream's topic must have up to 30 small letters, digits and dashes, beginning with a letter, and not end like those of dead letters."
  }

  validation {
    condition     = alltrue([for stream in var.streams : stream.filter == null ? true : length(stream.filter) > 0 && length(stream.filter) <= 256])
    error_message = "A filter has 1 to 256 characters; leave it out for none."
  }

  validation {
    condition = alltrue([for name, stream in var.streams : !stream.validate || alltrue([for other_name, other in var.streams :
    coalesce(other.topic, other_name) != coalesce(stream.topic, name) || other.event_type == stream.event_type])])
    error_message = "validate does not go with a topic of several event types: a topic has one schema."
  }
}

variable "consumer" {
  description = "Member that consumes all streams, e.g. serviceAccount:…"
  type        = string

  validation {
    condition     = can(regex("^(serviceAccount|principal|principalSet):.+$", var.consumer))
    error_message = "consumer must be serviceAccount:…, principal:… or principalSet:…"
  }
}

variable "pacer" {
  description = "Member that publishes states of campaigns, e.g. serviceAccount:…"
  type        = string

  validation {
    condition     = can(regex("^(serviceAccount|principal|principalSet):.+$", var.pacer))
    error_message = "pacer must be serviceAccount:…, principal:… or principalSet:…"
  }
}

variable "publishers" {
  description = "Members who publish events, by topic name."
  type        = map(list(string))
  default     = {}

  validation {
    condition = alltrue(flatten([for members in values(var.publishers) : [for member in members :
    can(regex("^(serviceAccount|user|group|principal|principalSet):.+$", member))]]))
    error_message = "A member must be serviceAccount:…, user:…, group:…, principal:… or principalSet:…; anonymous publishing is not allowed."
  }

  validation {
    condition     = alltrue([for topic in keys(var.publishers) : contains([for name, stream in var.streams : coalesce(stream.topic, name)], topic)])
    error_message = "publishers names a topic that no stream reads."
  }
}

variable "access_log" {
  description = <<-EOT
    Topic of the access log (docs/privacy.md): its publisher, and readers, who attach subscriptions of their own, such as one to
    BigQuery. Null, the default, for none.
  EOT
  type        = object({ publisher = string, readers = optional(list(string), []) })
  default     = null

  validation {
    condition = var.access_log == null ? true : alltrue([for member in concat([var.access_log.publisher], var.access_log.readers) :
    can(regex("^(serviceAccount|group|principal|principalSet):.+$", member))])
    error_message = "A member of access_log must be serviceAccount:…, group:…, principal:… or principalSet:…"
  }
}

variable "dead_letter_operators" {
  description = "Operators who inspect and republish dead letters: members, preferably a group. They may consume dead letters and publish events."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for member in var.dead_letter_operators : can(regex("^(serviceAccount|user|group|principal|principalSet):.+$", member))])
    error_message = "A member must be serviceAccount:…, user:…, group:…, principal:… or principalSet:…"
  }
}

variable "pacing_listeners" {
  description = "Members who subscribe to the states of campaigns, such as ad servers. They create their own subscriptions."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for member in var.pacing_listeners : can(regex("^(serviceAccount|group|principal|principalSet):.+$", member))])
    error_message = "A member must be serviceAccount:…, group:…, principal:… or principalSet:…"
  }
}

variable "retention_days" {
  description = "Time for which topics keep events for replays, acknowledged or not: 1 to 31 days."
  type        = number
  default     = 7

  validation {
    condition     = var.retention_days >= 1 && var.retention_days <= 31
    error_message = "retention_days must be from 1 to 31."
  }
}

variable "storage_regions" {
  description = "Regions that may store messages, for data residency; empty means any. Streams of a jurisdiction have its regions instead."
  type        = list(string)
  default     = []
}

variable "jurisdictions" {
  description = "Regions of Google Cloud that may store messages about a jurisdiction's users, by its name (docs/residency.md)."
  type        = map(list(string))
  default     = {}

  validation {
    condition     = alltrue(flatten([for regions in var.jurisdictions : [length(regions) > 0, [for region in regions : can(regex("^[a-z]+-[a-z]+[0-9]+$", region))]]]))
    error_message = "A jurisdiction has at least one region, e.g. europe-west1."
  }
}

variable "kms_key" {
  description = "Full name of the key that encrypts messages, or null for Google's own."
  type        = string
  default     = null

  validation {
    condition     = var.kms_key == null || can(regex("^projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+$", var.kms_key))
    error_message = "kms_key must be a full name: projects/…/locations/…/keyRings/…/cryptoKeys/…"
  }
}

variable "labels" {
  description = "Labels of all topics and subscriptions."
  type        = map(string)
  default     = {}
}
