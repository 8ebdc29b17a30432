variable "project" {
  description = "Id of the project of the instances."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project))
    error_message = "project must be a project's id: 6 to 30 small letters, digits and dashes, beginning with a letter."
  }
}

variable "project_number" {
  description = "Number of the project: names Bigtable's service agent, which uses the keys of clusters. Needed where a cluster has a kms_key."
  type        = string
  default     = null

  validation {
    condition     = var.project_number == null || can(regex("^[0-9]+$", var.project_number))
    error_message = "project_number must be the project's number, e.g. 123456789012."
  }
}

variable "schema" {
  description = "Content of terraform/schema.json, decoded: tables with their column families and garbage collection rules, as declared in the proto files."
  type = object({
    tables = map(object({
      holds_events = optional(bool, false)
      families     = map(object({ gc_rules = optional(string) }))
    }))
    placement_families = optional(object({
      corpus    = map(object({ gc_rules = optional(string) }))
      fences    = map(object({ gc_rules = optional(string) }))
      directory = map(object({ gc_rules = optional(string) }))
    }))
    ledger_families   = optional(map(object({ gc_rules = optional(string) })), {})
    pipeline_families = optional(map(object({ gc_rules = optional(string) })), {})
  })

  validation {
    condition     = length(var.schema.tables) > 0 && alltrue([for table in var.schema.tables : length(table.families) > 0])
    error_message = "schema must have tables, each with a column family: make it with \"npm run schema:terraform\"."
  }
}

variable "instances" {
  description = <<-EOT
    Bigtable instances by their ids. One is enough unless tables have to stay in different places.

    corpora            tables that live here. One instance leaves it out: it has all tables that no other one names.
    regional_endpoints whether Tidemark calls each cluster by the endpoint of its region, which processes data nowhere else.
    data_boost         whether to create a profile for reads through Data Boost, which uses no nodes.
    clusters.*         by their ids:
      zone             e.g. europe-west1-b. At most one cluster of an instance in a zone.
      role             serving, or batch for work without waiting users.
      writes           accepted; draining: no new writes, but strict reads still use it; refused; fenced.
      fenced_at        with fenced: time from which writes that only this cluster has are abandoned, e.g. 2026-11-21T12:00:00Z.
      listed           whether the topology has it: false while data are copied to a new cluster, and before a cluster is
                       removed (docs/operations/regions.md).
      autoscaling      or nodes: a fixed number. cpu_target is in percent, storage_target_gb per node.
      storage_type     SSD or HDD; the same for all clusters of an instance.
      kms_key          full name of a key in the cluster's region (CMEK), for all clusters of an instance or none.
  EOT
  type = map(object({
    display_name = optional(string)
    corpora      = optional(list(string))
    data_boost   = optional(bool, true)

    regional_endpoints = optional(bool, false)
    clusters = map(object({
      zone         = string
      role         = optional(string, "serving")
      writes       = optional(string, "accepted")
      fenced_at    = optional(string)
      listed       = optional(bool, true)
      nodes        = optional(number)
      storage_type = optional(string, "SSD")
      kms_key      = optional(string)
      autoscaling = optional(object({
        min_nodes         = number
        max_nodes         = number
        cpu_target        = optional(number, 60)
        storage_target_gb = optional(number)
      }))
    }))
  }))

  validation {
    condition     = alltrue([for id, _ in var.instances : can(regex("^[a-z][a-z0-9-]{5,32}$", id))])
    error_message = "An instance's id must have 6 to 33 small letters, digits and dashes, beginning with a letter."
  }

  validation {
    condition     = length([for instance in var.instances : instance if instance.corpora == null]) == 1
    error_message = "Exactly one instance must leave corpora out: it has all tables that no other one names."
  }

  validation {
    condition = length(flatten([for instance in var.instances : coalesce(instance.corpora, [])])) == length(distinct(
    flatten([for instance in var.instances : coalesce(instance.corpora, [])])))
    error_message = "A table lives in one instance: two name the same one in corpora."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for id, _ in instance.clusters :
    can(regex("^[a-z][a-z0-9-]{5,29}$", id))]]))
    error_message = "A cluster's id must have 6 to 30 small letters, digits and dashes, beginning with a letter."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    can(regex("^[a-z]+-[a-z]+[0-9]+-[a-z]$", cluster.zone))]]))
    error_message = "A cluster's zone must be one, e.g. europe-west1-b."
  }

  validation {
    condition = alltrue([for instance in var.instances :
    length(distinct([for cluster in instance.clusters : cluster.zone])) == length(instance.clusters)])
    error_message = "A zone takes one cluster of an instance."
  }

  validation {
    condition = alltrue([for instance in var.instances :
    length(distinct([for cluster in instance.clusters : replace(cluster.zone, "/-[a-z]$/", "")])) <= 8])
    error_message = "An instance may be in 8 regions at most."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    contains(["serving", "batch"], cluster.role) && contains(["accepted", "draining", "refused", "fenced"], cluster.writes)]]))
    error_message = "A cluster's role must be serving or batch, its writes accepted, draining, refused or fenced."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    (cluster.writes == "fenced") == (cluster.fenced_at != null)]]))
    error_message = "A cluster has fenced_at if its writes are fenced, and only then."
  }

  validation {
    condition     = alltrue([for instance in var.instances : anytrue([for cluster in instance.clusters : cluster.role == "serving" && cluster.listed])])
    error_message = "Each instance needs a cluster for serving that is listed: a read has to go somewhere."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    (cluster.nodes == null) != (cluster.autoscaling == null)]]))
    error_message = "A cluster has either nodes or autoscaling."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    cluster.nodes == null ? true : cluster.nodes >= 1 && floor(cluster.nodes) == cluster.nodes]]))
    error_message = "A cluster has at least one node."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
      cluster.autoscaling == null ? true : (
        cluster.autoscaling.min_nodes >= 1 &&
        cluster.autoscaling.min_nodes < cluster.autoscaling.max_nodes &&
        cluster.autoscaling.max_nodes <= 10 * cluster.autoscaling.min_nodes
    )]]))
    error_message = "Autoscaling needs 1 <= min_nodes < max_nodes, and Bigtable takes no max_nodes above ten times min_nodes."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
    cluster.autoscaling == null ? true : cluster.autoscaling.cpu_target >= 10 && cluster.autoscaling.cpu_target <= 80]]))
    error_message = "Autoscaling's cpu_target must be from 10 to 80 percent."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
      try(cluster.autoscaling.storage_target_gb, null) == null ? true : (
        cluster.autoscaling.storage_target_gb >= (cluster.storage_type == "HDD" ? 8192 : 2560) &&
        cluster.autoscaling.storage_target_gb <= (cluster.storage_type == "HDD" ? 16384 : 5120)
    )]]))
    error_message = "Autoscaling's storage_target_gb must be from 2560 to 5120 for SSD, from 8192 to 16384 for HDD."
  }

  validation {
    condition = alltrue([for instance in var.instances : length(distinct([for cluster in instance.clusters : cluster.storage_type])) == 1 &&
    contains(["SSD", "HDD"], values(instance.clusters)[0].storage_type)])
    error_message = "storage_type must be SSD or HDD, and the same for all clusters of an instance."
  }

  validation {
    condition = alltrue([for instance in var.instances :
    length(distinct([for cluster in instance.clusters : cluster.kms_key == null])) == 1])
    error_message = "Either all clusters of an instance have a kms_key or none has."
  }

  validation {
    condition = alltrue(flatten([for instance in var.instances : [for cluster in instance.clusters :
      cluster.kms_key == null ? true : can(regex(
        "^projects/[^/]+/locations/${replace(cluster.zone, "/-[a-z]$/", "")}/keyRings/[^/]+/cryptoKeys/[^/]+$", cluster.kms_key
    ))]]))
    error_message = "A kms_key must be the full name of a key in the cluster's own region: projects/…/locations/<region>/keyRings/…/cryptoKeys/…"
  }
}

variable "residency" {
  description = <<-EOT
    Placements of users' data (docs/residency.md); null, the default, for none. Their instances are among instances, with corpora = [].

    jurisdictions   by name: regions that may store its data, countries of its users, served_from: regions whose processes may
                    process its data (default: all), aggregates_served_from: regions whose processes may process its sketches
                    (default: served_from, which they include).
    placements      by name: jurisdiction, and instance of all corpora. The corpora of a group whose default placement it is are
                    where they are without placements, so that it needs none for them.
    groups          by name: corpora that move together, sketches: corpora of sketches that count their events, in parts that
                    stay in each placement, default: placement of users without an entry in the directory,
                    requires_location: whether a user's first write must state a location.
    directory       instance of the location directory, with serving clusters near all regions.
  EOT
  type = object({
    jurisdictions = optional(map(object({
      regions                = list(string)
      countries              = optional(list(string), [])
      served_from            = optional(list(string))
      aggregates_served_from = optional(list(string))
    })), {})
    placements = map(object({ jurisdiction = optional(string), instance = optional(string) }))
    groups = map(object({
      corpora           = list(string)
      sketches          = optional(list(string), [])
      default           = string
      requires_location = optional(bool, false)
    }))
    directory = string
  })
  default = null

  validation {
    condition = var.residency == null ? true : alltrue([
      for name in concat(keys(var.residency.jurisdictions), keys(var.residency.placements), keys(var.residency.groups)) :
      can(regex("^[a-z][a-z0-9-]{0,32}$", name))
    ])
    error_message = "Names of jurisdictions, placements and groups have up to 33 small letters, digits and dashes, beginning with a letter."
  }

  validation {
    condition = var.residency == null ? true : alltrue([for of in var.residency.jurisdictions : length(of.regions) > 0 && alltrue([
      for region in concat(of.regions, coalesce(of.served_from, of.regions)) : can(regex("^[a-z]+-[a-z]+[0-9]+$", region))
    ])])
    error_message = "A jurisdiction has at least one region, and regions and served_from have regions, e.g. europe-west1."
  }

  validation {
    condition = var.residency == null ? true : alltrue([for of in var.residency.jurisdictions : of.aggregates_served_from == null ? true : (
      of.served_from != null && length(setsubtract(coalesce(of.served_from, []), of.aggregates_served_from)) == 0
    )])
    error_message = "aggregates_served_from has all regions of served_from, without which all regions may process all data."
  }

  validation {
    condition = var.residency == null ? true : alltrue(flatten([for of in var.residency.jurisdictions : [
      for country in of.countries : can(regex("^[A-Z]{2}$", country))
    ]]))
    error_message = "Countries are codes of ISO 3166-1 in capitals, e.g. DE."
  }

  validation {
    condition = var.residency == null ? true : length(flatten([for of in var.residency.jurisdictions : of.countries])) == length(distinct(
    flatten([for of in var.residency.jurisdictions : of.countries])))
    error_message = "A country belongs to one jurisdiction: two name the same one."
  }

  validation {
    condition = var.residency == null ? true : alltrue([for of in var.residency.placements :
    of.jurisdiction == null ? true : contains(keys(var.residency.jurisdictions), of.jurisdiction)])
    error_message = "A placement's jurisdiction must be one of jurisdictions: ${try(join(", ", keys(var.residency.jurisdictions)), "")}."
  }

  validation {
    condition = var.residency == null ? true : alltrue([for name, of in var.residency.placements : (
      of.instance == null ? contains([for group in var.residency.groups : group.default], name) : try(length(var.instances[of.instance].corpora), 1) == 0
    )])
    error_message = "A placement that is not the default of a group needs an instance, and an instance of placements has corpora = []."
  }

  validation {
    condition = var.residency == null ? true : length(compact([for of in var.residency.placements : of.instance])) == length(distinct(compact(
    [for of in var.residency.placements : of.instance])))
    error_message = "An instance has one placement: two name the same one."
  }

  validation {
    condition = var.residency == null ? true : length(var.residency.groups) > 0 && alltrue([for of in var.residency.groups :
    contains(keys(var.residency.placements), of.default) && length(of.corpora) > 0])
    error_message = "There is at least one group, and each has a corpus and a default placement that is one of placements."
  }

  validation {
    condition = var.residency == null ? true : alltrue(flatten([for of in var.residency.groups : [
      for corpus in concat(of.corpora, of.sketches) : contains(keys(var.schema.tables), corpus)
    ]]))
    error_message = "A group has corpora of the schema: ${join(", ", keys(var.schema.tables))}."
  }

  validation {
    condition = var.residency == null ? true : length(flatten([for of in var.residency.groups : concat(of.corpora, of.sketches)])) == length(distinct(
    flatten([for of in var.residency.groups : concat(of.corpora, of.sketches)])))
    error_message = "A corpus is in one group: two name the same one."
  }

  validation {
    condition     = var.residency == null ? true : contains(keys(var.instances), var.residency.directory)
    error_message = "directory must be one of instances: ${join(", ", keys(var.instances))}."
  }

  validation {
    condition     = var.residency == null || var.schema.placement_families != null
    error_message = "schema has no placement_families: make it with \"npm run schema:terraform\"."
  }
}

variable "links" {
  description = "How far regions are apart, in milliseconds one way. Tidemark asks the nearest region first, its own before all."
  type        = list(object({ between = list(string), delay_ms = number }))
  default     = []

  validation {
    condition     = alltrue([for link in var.links : length(link.between) == 2 && link.delay_ms >= 0])
    error_message = "A link is between two regions, and delay_ms is not negative."
  }

  # Processes refuse a topology with such a link, and new ones would not start.
  validation {
    condition = length(setsubtract(flatten([for link in var.links : link.between]), concat(var.client_regions, flatten([
      for instance in var.instances : [for cluster in instance.clusters : replace(cluster.zone, "/-[a-z]$/", "") if cluster.listed]
    ])))) == 0
    error_message = "links names a region that has neither a listed cluster nor processes (client_regions): take its links out with it."
  }
}

variable "client_regions" {
  description = "Regions that processes run in, beside those of clusters."
  type        = list(string)
  default     = []
}

variable "native_row_affinity" {
  description = "Whether eventual reads use the profiles serving-<region>, so that Bigtable and not Tidemark chooses among a region's clusters."
  type        = bool
  default     = false
}

variable "deletion_protection" {
  description = "Whether instances, tables and families are protected from deletion, through Terraform or otherwise. False only where data may be deleted."
  type        = bool
  default     = true
}

variable "backups" {
  description = "Automated backups of each table, or null for none. Bigtable makes one a day; retention_days from 3 to 90."
  type        = object({ retention_days = number })
  default     = { retention_days = 7 }

  validation {
    condition     = var.backups == null ? true : var.backups.retention_days >= 3 && var.backups.retention_days <= 90
    error_message = "backups.retention_days must be from 3 to 90."
  }
}

variable "ledger" {
  description = <<-EOT
    The ledger of erasures and withdrawals (docs/privacy.md), of a schema with data of users.

    instance               that has it: one with corpora = [], so that no restore of users' tables touches it. Null: the default
                           instance
    backup_retention_days  of its own daily backups, where there are backups: at least as long as those of other tables
  EOT
  type = object({
    instance              = optional(string)
    backup_retention_days = optional(number, 30)
  })
  default  = {}
  nullable = false

  validation {
    condition     = var.ledger.instance == null ? true : try(length(var.instances[var.ledger.instance].corpora), 1) == 0
    error_message = "ledger.instance must be one of instances, with corpora = []: restores of users' tables must not touch the ledger."
  }

  validation {
    condition     = var.ledger.backup_retention_days <= 90 && var.ledger.backup_retention_days >= try(var.backups.retention_days, 3)
    error_message = "ledger.backup_retention_days must be from backups.retention_days to 90: a backup of users needs a ledger that is as old."
  }
}

variable "change_streams" {
  description = "Tables whose changes can be followed, by pipelines or into BigQuery, with the days that they are kept: 1 to 7, or 0 to end it; leaving a table out leaves it as it is."
  type        = map(number)
  default     = {}

  validation {
    condition     = alltrue([for days in values(var.change_streams) : contains([0, 1, 2, 3, 4, 5, 6, 7], days)])
    error_message = "Changes are kept from 1 to 7 days; 0 ends it."
  }
}

variable "grants" {
  description = <<-EOT
    Who may do what, by a name of your choice; module identity has the accounts.

    serving  reads and writes all tables
    batch    reads and writes tables of events and the location directory, reads the others
    mover    reads and writes the tables of placements, reads the others
    eraser   reads and writes all tables; sees backups and change streams by the role of erasure_role
    pipeline reads all tables; writes those of the corpora in writes, of pipelines and of the location directory
    reader   reads all tables
    schema   compares tables, families and rules with the proto files, by the role of schema_role; sees no data
  EOT
  type        = map(object({ member = string, access = string, writes = optional(list(string), []) }))
  default     = {}

  validation {
    condition     = alltrue([for grant in var.grants : contains(["serving", "batch", "mover", "eraser", "pipeline", "reader", "schema"], grant.access)])
    error_message = "access must be serving, batch, mover, eraser, pipeline, reader or schema."
  }

  validation {
    condition     = alltrue([for grant in var.grants : length(setsubtract(grant.writes, keys(var.schema.tables))) == 0 && (length(grant.writes) == 0 || grant.access == "pipeline")])
    error_message = "writes names corpora of the schema, for access pipeline only."
  }

  validation {
    condition     = alltrue([for grant in var.grants : can(regex("^(serviceAccount|user|group|principal|principalSet):.+$", grant.member))])
    error_message = "A member must be serviceAccount:…, user:…, group:…, principal:… or principalSet:…; public members are not allowed."
  }

  validation {
    condition     = var.schema_role != null || !contains([for grant in var.grants : grant.access], "schema")
    error_message = "access schema needs schema_role, which module identity makes."
  }

  validation {
    condition     = var.erasure_role != null || !contains([for grant in var.grants : grant.access], "eraser")
    error_message = "access eraser needs erasure_role, which module identity makes."
  }
}

variable "schema_role" {
  description = "Full name of the role for access \"schema\"."
  type        = string
  default     = null
}

variable "erasure_role" {
  description = "Full name of the role for access \"eraser\", which sees what is stored beside rows."
  type        = string
  default     = null
}

variable "profiles_role" {
  description = "Full name of the role by which those with access \"serving\", \"batch\", \"mover\", \"eraser\" and \"pipeline\" list app profiles, to compare them with the topology. Without it only the clusters that answers report are compared."
  type        = string
  default     = null
}

variable "labels" {
  description = "Labels of all instances."
  type        = map(string)
  default     = {}
}

variable "external_tables" {
  description = <<-EOT
    Tables that BigQuery reads with SQL, as external tables by Data Boost: without load on any cluster, and without the writes of the
    last half hour. BigQuery knows neither consent nor erasures nor placements: it sees what is stored. Null for none.

    dataset    id of the BigQuery dataset, in location
    tables     corpora of the default instance
    readers    members who may query them
  EOT
  type = object({
    dataset  = string
    location = string
    tables   = list(string)
    readers  = optional(list(string), [])
  })
  default = null

  validation {
    condition     = var.external_tables == null ? true : length(var.external_tables.tables) > 0 && length(setsubtract(var.external_tables.tables, keys(var.schema.tables))) == 0
    error_message = "external_tables names tables of the schema."
  }

  validation {
    condition     = var.external_tables == null ? true : alltrue([for member in var.external_tables.readers : can(regex("^(serviceAccount|user|group|principal|principalSet):.+$", member))])
    error_message = "A reader must be serviceAccount:…, user:…, group:…, principal:… or principalSet:…; public members are not allowed."
  }
}
