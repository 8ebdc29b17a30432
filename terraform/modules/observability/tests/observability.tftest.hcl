# A policy for each alert with its notification channels. The module reads the same files as Prometheus and Grafana.

variables {
  project        = "example-ads"
  environment    = "prod"
  rules_file     = "../../../infra/alerts/tidemark.alerts.yml"
  dashboard_file = "../../../infra/dashboards/cloud-monitoring.json"
  runbook_file   = "../../../docs/operations/alerts.md"
  labels         = { application = "tidemark", environment = "prod" }
  notification_channels = {
    on-call = { channel = "projects/example-ads/notificationChannels/1", severity = "page" }
    team    = { type = "email", labels = { email_address = "ads-serving@example.com" } }
  }
  dead_letter_subscriptions = ["tidemark-prod-ad-action-dead-letters", "tidemark-prod-campaign-action-dead-letters"]
  jobs                      = ["tidemark-prod-compactor-1", "tidemark-prod-compactor-2"]
}

run "each_job_is_missed" {
  command = plan

  assert {
    condition = alltrue([for job in var.jobs :
      strcontains(google_monitoring_alert_policy.this["CompactionStopped"].conditions[0].condition_prometheus_query_language[0].query, "\"job_name\", \"${job}\"")
    ])
    error_message = "The alert must have a series of each job."
  }

  assert {
    condition     = strcontains(google_monitoring_alert_policy.this["CompactionStopped"].conditions[0].condition_prometheus_query_language[0].query, "[1440m]")
    error_message = "The alert on daily jobs must look at a day."
  }
}

run "frequent_jobs_are_missed_sooner" {
  command = plan

  variables {
    jobs_interval_minutes = 30
  }

  assert {
    condition = (
      strcontains(google_monitoring_alert_policy.this["CompactionStopped"].conditions[0].condition_prometheus_query_language[0].query, "[90m]") &&
      google_monitoring_alert_policy.this["CompactionStopped"].conditions[0].condition_prometheus_query_language[0].duration == "1800s"
    )
    error_message = "The alert must look at three rounds."
  }
}

run "each_alert_has_a_policy_and_its_runbook" {
  command = plan

  assert {
    condition = length(setsubtract(
      flatten([for group in yamldecode(file("../../../infra/alerts/tidemark.alerts.yml")).groups : [for rule in group.rules : rule.alert]]),
      keys(google_monitoring_alert_policy.this)
    )) == 0
    error_message = "Each alert must have a policy."
  }

  assert {
    condition     = google_monitoring_alert_policy.this["ConsistencyUnmet"].conditions[0].condition_prometheus_query_language[0].duration == "300s"
    error_message = "A policy must wait as long as its rule."
  }

  assert {
    condition     = google_monitoring_alert_policy.this["AuditViolated"].conditions[0].condition_prometheus_query_language[0].duration == "0s"
    error_message = "The policy of a rule without a wait must not wait."
  }

  assert {
    condition     = google_monitoring_alert_policy.this["VersionsDiffer"].conditions[0].condition_prometheus_query_language[0].duration == "3600s"
    error_message = "Durations in hours must be converted to seconds."
  }

  assert {
    condition     = alltrue([for policy in google_monitoring_alert_policy.this : policy.conditions[0].condition_prometheus_query_language[0].disable_metric_validation])
    error_message = "A policy must not require that its metrics exist."
  }

  assert {
    condition     = alltrue([for policy in google_monitoring_alert_policy.this : !strcontains(policy.conditions[0].condition_prometheus_query_language[0].query, "tidemark:")])
    error_message = "A policy must not use a recording rule, which does not exist in Cloud Monitoring."
  }

  assert {
    condition     = join(",", keys(google_monitoring_notification_channel.this)) == "team"
    error_message = "Exactly the channels that do not exist must be created."
  }

  assert {
    condition     = alltrue([for name, policy in google_monitoring_alert_policy.this : strcontains(policy.documentation[0].content, "**Check.**")])
    error_message = "A policy must contain its section of the runbook."
  }

  assert {
    condition     = strcontains(google_monitoring_alert_policy.this["ConsistencyUnmet"].documentation[0].content, "docs/operations/alerts.md#consistencyunmet")
    error_message = "A policy must name the location of its runbook."
  }

  assert {
    condition     = length([for policy in google_monitoring_alert_policy.this : policy if length(policy.documentation[0].links) > 0]) == 0
    error_message = "Without runbook_base_url there must be no links."
  }

  assert {
    condition     = strcontains(google_monitoring_alert_policy.this["DeadLettersWait"].conditions[0].condition_prometheus_query_language[0].query, "subscription_id=~\"tidemark-prod-ad-action-dead-letters|tidemark-prod-campaign-action-dead-letters\"")
    error_message = "The alert must cover these dead-letter subscriptions."
  }

  assert {
    condition     = jsondecode(google_monitoring_dashboard.this.dashboard_json).displayName == "Tidemark prod"
    error_message = "The dashboard's name must contain the environment."
  }

  assert {
    condition     = length(jsondecode(google_monitoring_dashboard.this.dashboard_json).mosaicLayout.tiles) > 50
    error_message = "The dashboard must be the generated one."
  }
}

run "severities_select_notification_channels" {
  command = plan

  variables {
    notification_channels = {
      on-call = { channel = "projects/example-ads/notificationChannels/1", severity = "page" }
      team    = { channel = "projects/example-ads/notificationChannels/2" }
    }
  }

  assert {
    condition     = google_monitoring_alert_policy.this["ConsistencyUnmet"].severity == "CRITICAL" && google_monitoring_alert_policy.this["WatermarkLag"].severity == "WARNING"
    error_message = "A page must be critical, and a ticket a warning."
  }

  assert {
    condition     = contains(google_monitoring_alert_policy.this["ConsistencyUnmet"].notification_channels, "projects/example-ads/notificationChannels/1")
    error_message = "A page must reach the on-call channel."
  }

  assert {
    condition     = !contains(google_monitoring_alert_policy.this["WatermarkLag"].notification_channels, "projects/example-ads/notificationChannels/1")
    error_message = "A ticket must not reach the on-call channel."
  }

  assert {
    condition     = length(google_monitoring_alert_policy.this["WatermarkLag"].notification_channels) == 1
    error_message = "A channel without a severity must get all alerts."
  }

  assert {
    condition     = length(google_monitoring_alert_policy.this["ConsistencyUnmet"].notification_channels) == 2
    error_message = "A channel without a severity must get pages, too."
  }
}

run "runbook_links_have_the_base_url_and_dead_letters_are_optional" {
  command = plan

  variables {
    runbook_base_url          = "https://git.example.com/ads/tidemark/blob/main"
    dead_letter_subscriptions = []
    jobs                      = []
  }

  assert {
    condition     = google_monitoring_alert_policy.this["ConsistencyUnmet"].documentation[0].links[0].url == "https://git.example.com/ads/tidemark/blob/main/docs/operations/alerts.md#consistencyunmet"
    error_message = "A link must lead to the alert's section."
  }

  assert {
    condition     = !contains(keys(google_monitoring_alert_policy.this), "DeadLettersWait")
    error_message = "Without dead-letter subscriptions there must be no policy for them."
  }

  assert {
    condition     = !contains(keys(google_monitoring_alert_policy.this), "CompactionStopped")
    error_message = "Without jobs there must be no policy for them."
  }
}

run "channel_is_either_created_or_existing" {
  command = plan

  variables {
    notification_channels = { both = { type = "email", channel = "projects/example-ads/notificationChannels/1" } }
  }

  expect_failures = [var.notification_channels]
}

run "severity_is_page_or_ticket" {
  command = plan

  variables {
    notification_channels = { team = { type = "email", labels = { email_address = "a@example.com" }, severity = "warn" } }
  }

  expect_failures = [var.notification_channels]
}

run "privacy_has_a_dashboard" {
  command = plan

  variables { privacy_dashboard_file = "../../../infra/dashboards/cloud-monitoring-privacy.json" }

  assert {
    condition     = jsondecode(google_monitoring_dashboard.privacy["privacy"].dashboard_json).displayName == "Tidemark prod: privacy"
    error_message = "The dashboard must name its environment."
  }
}

run "erasure_workers_are_missed" {
  command = plan

  variables { erasers = true }

  assert {
    condition = (google_monitoring_alert_policy.this["ErasureWorkerMissing"].conditions[0].condition_prometheus_query_language[0].query == "absent_over_time(tidemark_privacy_erasures_round_age[2h])" &&
    strcontains(google_monitoring_alert_policy.this["ErasureWorkerMissing"].documentation[0].content, "docs/operations/alerts.md#erasureworkermissing"))
    error_message = "Workers that are not there must be missed."
  }
}

run "erasure_workers_are_missed_only_where_there_should_be_one" {
  command = plan

  assert {
    condition     = !contains(keys(google_monitoring_alert_policy.this), "ErasureWorkerMissing")
    error_message = "Without workers none can be missing."
  }
}
