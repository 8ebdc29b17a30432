variables {
  project        = "example-ads"
  project_number = "123456789012"
  environment    = "prod"
  event_types = {
    ad_action       = { definition = "syntax = \"proto3\"; message AdAction { string user_id = 1; }" }
    campaign_action = { definition = "syntax = \"proto3\"; message CampaignAction { bytes user_id = 1; }" }
  }
  streams = {
    ad-action       = { event_type = "ad_action", topic = "clickstream", filter = "NOT attributes.\"data-type\" = \"campaign_action\"" }
    campaign-action = { event_type = "campaign_action", topic = "clickstream", filter = "attributes.\"data-type\" = \"campaign_action\"" }
  }
  consumer = "serviceAccount:consumer@example-ads.iam.gserviceaccount.com"
  pacer    = "serviceAccount:pacer@example-ads.iam.gserviceaccount.com"
}

run "streams_filter_a_shared_topic" {
  command = plan

  assert {
    condition     = toset(keys(google_pubsub_topic.events)) == toset(["clickstream"])
    error_message = "Streams with the same topic must share it."
  }

  assert {
    condition     = google_pubsub_subscription.events["campaign-action"].filter == "attributes.\"data-type\" = \"campaign_action\""
    error_message = "A filter must be passed on unchanged."
  }

  assert {
    condition     = length(google_pubsub_topic.events["clickstream"].schema_settings) == 0
    error_message = "By default Pub/Sub must not validate messages: it would reject batches."
  }

  assert {
    condition     = google_pubsub_topic.events["clickstream"].message_retention_duration == "604800s"
    error_message = "A topic must retain messages for a week, for replays."
  }
}

run "subscriptions_lose_no_messages" {
  command = plan

  assert {
    condition = alltrue([for subscription in concat(values(google_pubsub_subscription.events), values(google_pubsub_subscription.dead_letters)) :
    subscription.expiration_policy[0].ttl == "" && subscription.retry_policy[0].maximum_backoff == "600s"])
    error_message = "No subscription may expire, and all need pauses between attempts."
  }

  assert {
    condition     = alltrue([for name, subscription in google_pubsub_subscription.events : endswith(subscription.dead_letter_policy[0].dead_letter_topic, "/topics/tidemark-prod-${name}-dead-letters")])
    error_message = "Each stream needs its own dead-letter topic."
  }

  assert {
    condition     = alltrue([for subscription in google_pubsub_subscription.events : subscription.dead_letter_policy[0].max_delivery_attempts == 100])
    error_message = "While the store is unavailable, messages are nacked; this must not dead-letter them."
  }

  assert {
    condition     = alltrue([for subscription in google_pubsub_subscription.dead_letters : subscription.message_retention_duration == "2678400s"])
    error_message = "Dead letters must be kept as long as Pub/Sub allows, for operators to inspect them."
  }
}

run "grants_are_minimal" {
  command = plan

  variables {
    publishers            = { clickstream = ["serviceAccount:web@example-ads.iam.gserviceaccount.com"] }
    dead_letter_operators = ["group:oncall@example.com"]
    pacing_listeners      = ["serviceAccount:ad-server@example-ads.iam.gserviceaccount.com"]
  }

  assert {
    condition = { for name in ["ad-action", "campaign-action"] : name => sort([
      google_pubsub_topic_iam_member.agent[name].member, google_pubsub_topic_iam_member.consumer[name].member
      ]) } == { for name in ["ad-action", "campaign-action"] : name => sort([
      "serviceAccount:service-123456789012@gcp-sa-pubsub.iam.gserviceaccount.com", "serviceAccount:consumer@example-ads.iam.gserviceaccount.com"
    ]) }
    error_message = "Only Pub/Sub's service agent and consumers may publish dead letters."
  }

  assert {
    condition     = alltrue([for grant in google_pubsub_subscription_iam_member.agent : grant.role == "roles/pubsub.subscriber" && strcontains(grant.member, "@gcp-sa-pubsub.")])
    error_message = "Pub/Sub's service agent must be able to acknowledge dead-lettered messages."
  }

  assert {
    condition     = alltrue([for grant in google_pubsub_subscription_iam_member.consumer : grant.role == "roles/pubsub.subscriber" && grant.member == var.consumer])
    error_message = "Consumers must be subscribers only."
  }

  assert {
    condition = toset([for grant in google_pubsub_topic_iam_member.publisher : "${grant.topic} ${grant.role} ${grant.member}"]) == toset([
      "tidemark-prod-clickstream roles/pubsub.publisher serviceAccount:web@example-ads.iam.gserviceaccount.com",
      "tidemark-prod-clickstream roles/pubsub.publisher group:oncall@example.com",
    ])
    error_message = "Only producers may publish events, and operators dead-lettered ones."
  }

  assert {
    condition     = google_pubsub_topic_iam_member.pacer.role == "roles/pubsub.publisher" && google_pubsub_topic_iam_member.pacer.member == var.pacer
    error_message = "The pacer must be able to publish campaign states."
  }

  assert {
    condition     = [for grant in google_pubsub_topic_iam_member.pacing_listener : "${grant.topic} ${grant.role}"] == ["tidemark-prod-campaign-states roles/pubsub.subscriber"]
    error_message = "Ad servers may attach subscriptions to the states of campaigns."
  }
}

run "event_types_have_schemas_that_topics_can_enforce" {
  command = plan

  variables {
    streams = { ad-action = { event_type = "ad_action", validate = true } }
  }

  assert {
    condition     = google_pubsub_schema.event_type["campaign_action"].definition == var.event_types.campaign_action.definition && google_pubsub_schema.event_type["campaign_action"].type == "PROTOCOL_BUFFER"
    error_message = "Each event type needs a schema with its definition."
  }

  assert {
    condition     = google_pubsub_topic.events["ad-action"].schema_settings[0].encoding == "BINARY" && endswith(google_pubsub_topic.events["ad-action"].schema_settings[0].schema, "/schemas/tidemark-prod-ad-action")
    error_message = "The topic must enforce the schema of its event type."
  }

  assert {
    condition     = output.streams.ad-action.topic == "projects/example-ads/topics/tidemark-prod-ad-action"
    error_message = "A stream without a topic must get its own."
  }
}

run "messages_stay_in_the_storage_regions" {
  command = plan

  variables {
    storage_regions = ["europe-west1", "europe-west4"]
    kms_key         = "projects/example-keys/locations/europe/keyRings/ads/cryptoKeys/events"
  }

  assert {
    condition = alltrue([for topic in concat(values(google_pubsub_topic.events), values(google_pubsub_topic.dead_letters), [google_pubsub_topic.pacing]) :
    toset(topic.message_storage_policy[0].allowed_persistence_regions) == toset(["europe-west1", "europe-west4"]) && topic.kms_key_name == var.kms_key])
    error_message = "All topics must store messages in these regions, encrypted with this key."
  }

  assert {
    condition     = google_kms_crypto_key_iam_member.agent[0].member == "serviceAccount:service-123456789012@gcp-sa-pubsub.iam.gserviceaccount.com"
    error_message = "Pub/Sub's service agent must be able to use the key."
  }
}

run "stream_needs_a_declared_event_type" {
  command         = plan
  expect_failures = [var.streams]
  variables { streams = { clicks = { event_type = "click" } } }
}

run "filter_has_at_most_256_characters" {
  command         = plan
  expect_failures = [var.streams]
  variables { streams = { clicks = { event_type = "ad_action", filter = join(" OR ", [for i in range(20) : "attributes.kind = \"${i}\""]) } } }
}

run "topic_of_two_types_has_no_schema" {
  command         = plan
  expect_failures = [var.streams]
  variables {
    streams = {
      ads       = { event_type = "ad_action", topic = "clickstream", validate = true }
      campaigns = { event_type = "campaign_action", topic = "clickstream" }
    }
  }
}

run "anonymous_publishers_are_rejected" {
  command         = plan
  expect_failures = [var.publishers]
  variables { publishers = { clickstream = ["allAuthenticatedUsers"] } }
}

run "publishers_need_the_topic_of_a_stream" {
  command         = plan
  expect_failures = [var.publishers]
  variables { publishers = { clickstreams = ["group:web@example.com"] } }
}

run "retention_is_at_most_31_days" {
  command         = plan
  expect_failures = [var.retention_days]
  variables { retention_days = 32 }
}

run "messages_stay_in_their_jurisdiction" {
  command = plan

  variables {
    storage_regions = ["us-central1"]
    jurisdictions   = { eu = ["europe-west1", "europe-west4"] }
    labels          = { environment = "prod" }
    streams = {
      ad-action    = { event_type = "ad_action", topic = "clickstream" }
      ad-action-eu = { event_type = "ad_action", topic = "clickstream-eu", jurisdiction = "eu" }
    }
  }

  assert {
    condition = { for name, topic in merge(google_pubsub_topic.events, google_pubsub_topic.dead_letters) : name => join(" ", topic.message_storage_policy[0].allowed_persistence_regions) } == {
      clickstream    = "us-central1"
      ad-action      = "us-central1"
      clickstream-eu = "europe-west1 europe-west4"
      ad-action-eu   = "europe-west1 europe-west4"
    }
    error_message = "A jurisdiction's regions must store its messages, dead letters included."
  }

  assert {
    condition     = google_pubsub_subscription.events["ad-action-eu"].labels == tomap({ environment = "prod", jurisdiction = "eu" }) && google_pubsub_topic.events["clickstream"].labels == tomap({ environment = "prod" })
    error_message = "Topics and subscriptions of a jurisdiction must have its name as a label."
  }
}

run "streams_have_declared_jurisdictions" {
  command         = plan
  expect_failures = [var.streams]
  variables { streams = { ad-action = { event_type = "ad_action", jurisdiction = "eu" } } }
}

run "topics_have_one_jurisdiction" {
  command         = plan
  expect_failures = [var.streams]
  variables {
    jurisdictions = { eu = ["europe-west1"] }
    streams = {
      ad-action    = { event_type = "ad_action", topic = "clickstream" }
      ad-action-eu = { event_type = "ad_action", topic = "clickstream", jurisdiction = "eu" }
    }
  }
}

run "jurisdictions_have_regions" {
  command         = plan
  expect_failures = [var.jurisdictions]
  variables { jurisdictions = { eu = [] } }
}

run "there_is_no_access_log_by_default" {
  command = plan

  assert {
    condition     = length(google_pubsub_topic.access_log) == 0 && output.access_log_topic == null
    error_message = "Without access_log there must be no topic of it."
  }
}

run "access_log_is_kept_for_a_month" {
  command = plan

  variables {
    storage_regions = ["europe-west1"]
    access_log = {
      publisher = "serviceAccount:api@example-ads.iam.gserviceaccount.com"
      readers   = ["group:privacy@example.com"]
    }
  }

  assert {
    condition = (google_pubsub_topic.access_log["access-log"].message_retention_duration == "2678400s" &&
      google_pubsub_topic.access_log["access-log"].message_storage_policy[0].allowed_persistence_regions == toset(["europe-west1"]) &&
    output.access_log_topic == "projects/example-ads/topics/tidemark-prod-access-log")
    error_message = "The access log must be kept for as long as Pub/Sub can, in the regions of messages."
  }

  assert {
    condition = (google_pubsub_topic_iam_member.access_log_publisher["access-log"].member == var.access_log.publisher &&
    [for grant in google_pubsub_topic_iam_member.access_log_reader : "${grant.role} ${grant.member}"] == ["roles/pubsub.subscriber group:privacy@example.com"])
    error_message = "The API must publish the access log, and its readers may attach subscriptions."
  }
}

run "access_log_rejects_all_users" {
  command         = plan
  expect_failures = [var.access_log]
  variables { access_log = { publisher = "allAuthenticatedUsers" } }
}
