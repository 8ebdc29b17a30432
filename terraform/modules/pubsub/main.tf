# The way of events from producers to consumers, and of campaigns' states from the pacer to ad servers.

locals {
  prefix  = "tidemark-${var.environment}"
  streams = { for name, stream in var.streams : name => merge(stream, { topic = coalesce(stream.topic, name) }) }
  # By topic: the event type that its messages are held to, or null.
  topics = { for topic in toset([for stream in local.streams : stream.topic]) : topic => one(distinct([
    for stream in local.streams : stream.event_type if stream.topic == topic && stream.validate
  ])) }
  # By topic: the jurisdiction whose users its messages are about, or null, and the regions that may store them.
  jurisdictions   = { for topic in keys(local.topics) : topic => one(distinct([for stream in local.streams : stream.jurisdiction if stream.topic == topic])) }
  storage_regions = { for topic, jurisdiction in local.jurisdictions : topic => jurisdiction == null ? var.storage_regions : var.jurisdictions[jurisdiction] }
  labels          = { for topic, jurisdiction in local.jurisdictions : topic => merge(var.labels, jurisdiction == null ? {} : { jurisdiction = jurisdiction }) }
  retention       = "${var.retention_days * 24 * 3600}s"

  # The maximum retention of Pub/Sub, so that operators have time to inspect them. So has the access log.
  dead_letter_retention = "${31 * 24 * 3600}s"

  # Publishes dead letters, and acknowledges what it has published as one.
  agent = "serviceAccount:service-${var.project_number}@gcp-sa-pubsub.iam.gserviceaccount.com"

  # Full names, put together of what is known before they are there, so that a plan shows what leads where.
  topics_in_full             = { for name, topic in google_pubsub_topic.events : name => "projects/${var.project}/topics/${topic.name}" }
  dead_letter_topics_in_full = { for name, topic in google_pubsub_topic.dead_letters : name => "projects/${var.project}/topics/${topic.name}" }
}

# There for all event types: BigQuery subscriptions and producers can use them. Only `validate` holds a topic to one.
resource "google_pubsub_schema" "event_type" {
  for_each = var.event_types

  project    = var.project
  name       = "${local.prefix}-${replace(each.key, "_", "-")}"
  type       = "PROTOCOL_BUFFER"
  definition = each.value.definition
}

resource "google_pubsub_topic" "events" {
  for_each = local.topics

  project                    = var.project
  name                       = "${local.prefix}-${each.key}"
  labels                     = local.labels[each.key]
  kms_key_name               = var.kms_key
  message_retention_duration = local.retention

  dynamic "message_storage_policy" {
    for_each = [for regions in [local.storage_regions[each.key]] : regions if length(regions) > 0]

    content {
      allowed_persistence_regions = message_storage_policy.value
    }
  }

  dynamic "schema_settings" {
    for_each = each.value[*]

    content {
      schema   = "projects/${var.project}/schemas/${google_pubsub_schema.event_type[schema_settings.value].name}"
      encoding = "BINARY"
    }
  }

  depends_on = [google_kms_crypto_key_iam_member.agent]
}

resource "google_pubsub_topic" "dead_letters" {
  for_each = local.streams

  project      = var.project
  name         = "${local.prefix}-${each.key}-dead-letters"
  labels       = local.labels[each.value.topic]
  kms_key_name = var.kms_key

  dynamic "message_storage_policy" {
    for_each = [for regions in [local.storage_regions[each.value.topic]] : regions if length(regions) > 0]

    content {
      allowed_persistence_regions = message_storage_policy.value
    }
  }

  depends_on = [google_kms_crypto_key_iam_member.agent]
}

resource "google_pubsub_subscription" "events" {
  for_each = local.streams

  project                    = var.project
  name                       = "${local.prefix}-${each.key}"
  topic                      = local.topics_in_full[each.value.topic]
  filter                     = each.value.filter
  labels                     = local.labels[each.value.topic]
  ack_deadline_seconds       = 60
  message_retention_duration = local.retention

  # Consumers put bad messages aside themselves, with the reason. What Pub/Sub sends there has failed a hundred times
  # without one: while the store is unavailable, messages are nacked, and with pauses of up to ten minutes a hundred
  # attempts take most of a day.
  dead_letter_policy {
    dead_letter_topic     = local.dead_letter_topics_in_full[each.key]
    max_delivery_attempts = 100
  }

  retry_policy {
    minimum_backoff = "10s"
    maximum_backoff = "600s"
  }

  # Never: a subscription that is unused for a month must not lose its messages.
  expiration_policy {
    ttl = ""
  }

  # Pub/Sub begins to send dead letters at once.
  depends_on = [google_pubsub_topic_iam_member.agent]
}

# Without a subscription, what is published to the topic of dead letters would be gone.
resource "google_pubsub_subscription" "dead_letters" {
  for_each = local.streams

  project                    = var.project
  name                       = "${local.prefix}-${each.key}-dead-letters"
  topic                      = local.dead_letter_topics_in_full[each.key]
  labels                     = local.labels[each.value.topic]
  ack_deadline_seconds       = 60
  message_retention_duration = local.dead_letter_retention

  retry_policy {
    minimum_backoff = "10s"
    maximum_backoff = "600s"
  }

  expiration_policy {
    ttl = ""
  }
}

# A message for each change of a campaign. What comes late is void, so it is kept for an hour only.
resource "google_pubsub_topic" "pacing" {
  project                    = var.project
  name                       = "${local.prefix}-campaign-states"
  labels                     = var.labels
  kms_key_name               = var.kms_key
  message_retention_duration = "3600s"

  dynamic "message_storage_policy" {
    for_each = length(var.storage_regions) > 0 ? [var.storage_regions] : []

    content {
      allowed_persistence_regions = message_storage_policy.value
    }
  }

  depends_on = [google_kms_crypto_key_iam_member.agent]
}

# Without a subscription of a reader, messages can be read for a month, by one that seeks back to their time.
resource "google_pubsub_topic" "access_log" {
  for_each = var.access_log == null ? toset([]) : toset(["access-log"])

  project                    = var.project
  name                       = "${local.prefix}-${each.key}"
  labels                     = var.labels
  kms_key_name               = var.kms_key
  message_retention_duration = local.dead_letter_retention

  dynamic "message_storage_policy" {
    for_each = length(var.storage_regions) > 0 ? [var.storage_regions] : []

    content {
      allowed_persistence_regions = message_storage_policy.value
    }
  }

  depends_on = [google_kms_crypto_key_iam_member.agent]
}
