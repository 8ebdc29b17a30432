output "streams" {
  description = "By stream, the full names of its topic, subscription, dead-letter topic and the subscription to that."
  value = { for name, stream in local.streams : name => {
    topic                    = local.topics_in_full[stream.topic]
    subscription             = "projects/${var.project}/subscriptions/${google_pubsub_subscription.events[name].name}"
    dead_letter_topic        = local.dead_letter_topics_in_full[name]
    dead_letter_subscription = "projects/${var.project}/subscriptions/${google_pubsub_subscription.dead_letters[name].name}"
  } }

  # Who is given a subscription may consume it.
  depends_on = [
    google_pubsub_subscription_iam_member.consumer,
    google_pubsub_subscription_iam_member.agent,
    google_pubsub_topic_iam_member.consumer,
  ]
}

output "pacing_topic" {
  description = "Full name of the topic that states of campaigns are published to, for TIDEMARK_PACING_TOPIC."
  value       = "projects/${var.project}/topics/${google_pubsub_topic.pacing.name}"

  depends_on = [google_pubsub_topic_iam_member.pacer]
}

output "access_log_topic" {
  description = "Full name of the topic of the access log, for TIDEMARK_ACCESS_LOG_TOPIC; null without one."
  value       = one([for topic in google_pubsub_topic.access_log : "projects/${var.project}/topics/${topic.name}"])

  depends_on = [google_pubsub_topic_iam_member.access_log_publisher]
}

output "dead_letter_subscriptions" {
  description = "Short names of the subscriptions to dead letters, for alerts."
  value       = [for name in keys(local.streams) : google_pubsub_subscription.dead_letters[name].name]
}
