# Who may publish and consume what: each role on each topic and subscription by itself, nothing on the project.

locals {
  publishers = merge(
    merge([for topic, members in var.publishers : { for member in members : "${topic}/${member}" => { topic = topic, member = member } }]...),
    # Sending dead letters again is publishing them.
    merge([for topic in keys(local.topics) : { for member in var.dead_letter_operators : "${topic}/${member}" => { topic = topic, member = member } }]...),
  )
  dead_letter_readers = merge([for name in keys(local.streams) : {
    for member in var.dead_letter_operators : "${name}/${member}" => { stream = name, member = member }
  }]...)
}

resource "google_pubsub_topic_iam_member" "publisher" {
  for_each = local.publishers

  project = var.project
  topic   = google_pubsub_topic.events[each.value.topic].name
  role    = "roles/pubsub.publisher"
  member  = each.value.member
}

resource "google_pubsub_subscription_iam_member" "consumer" {
  for_each = local.streams

  project      = var.project
  subscription = google_pubsub_subscription.events[each.key].name
  role         = "roles/pubsub.subscriber"
  member       = var.consumer
}

# Consumers put bad messages aside with the reason.
resource "google_pubsub_topic_iam_member" "consumer" {
  for_each = local.streams

  project = var.project
  topic   = google_pubsub_topic.dead_letters[each.key].name
  role    = "roles/pubsub.publisher"
  member  = var.consumer
}

resource "google_pubsub_topic_iam_member" "agent" {
  for_each = local.streams

  project = var.project
  topic   = google_pubsub_topic.dead_letters[each.key].name
  role    = "roles/pubsub.publisher"
  member  = local.agent
}

resource "google_pubsub_subscription_iam_member" "agent" {
  for_each = local.streams

  project      = var.project
  subscription = google_pubsub_subscription.events[each.key].name
  role         = "roles/pubsub.subscriber"
  member       = local.agent
}

resource "google_pubsub_subscription_iam_member" "operator" {
  for_each = local.dead_letter_readers

  project      = var.project
  subscription = google_pubsub_subscription.dead_letters[each.value.stream].name
  role         = "roles/pubsub.subscriber"
  member       = each.value.member
}

resource "google_pubsub_topic_iam_member" "pacer" {
  project = var.project
  topic   = google_pubsub_topic.pacing.name
  role    = "roles/pubsub.publisher"
  member  = var.pacer
}

# On a topic this role allows to attach a subscription of one's own, and no more.
resource "google_pubsub_topic_iam_member" "pacing_listener" {
  for_each = toset(var.pacing_listeners)

  project = var.project
  topic   = google_pubsub_topic.pacing.name
  role    = "roles/pubsub.subscriber"
  member  = each.value
}

resource "google_pubsub_topic_iam_member" "access_log_publisher" {
  for_each = google_pubsub_topic.access_log

  project = var.project
  topic   = each.value.name
  role    = "roles/pubsub.publisher"
  member  = var.access_log.publisher
}

resource "google_pubsub_topic_iam_member" "access_log_reader" {
  for_each = toset(try(var.access_log.readers, []))

  project = var.project
  topic   = google_pubsub_topic.access_log["access-log"].name
  role    = "roles/pubsub.subscriber"
  member  = each.value
}

# Messages are encrypted by Pub/Sub itself, in the name of its service agent.
resource "google_kms_crypto_key_iam_member" "agent" {
  count = var.kms_key == null ? 0 : 1

  crypto_key_id = var.kms_key
  role          = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
  member        = local.agent
}
