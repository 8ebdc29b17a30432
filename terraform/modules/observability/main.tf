# Alerts that notify channels, and a dashboard. Both are generated from the same files that Prometheus and Grafana use.

locals {
  groups = yamldecode(file(var.rules_file)).groups

  rules = merge([for group in local.groups : { for rule in group.rules : rule.alert => {
    query    = trimspace(rule.expr)
    severity = rule.labels.severity
    labels   = rule.labels
    summary  = rule.annotations.summary
    runbook  = rule.annotations.runbook_url
    # "10m" in seconds.
    duration = can(rule.for) ? parseint(regex("^\\d+", rule.for), 10) * local.seconds[regex("[smhd]$", rule.for)] : 0
    interval = parseint(regex("^\\d+", group.interval), 10) * local.seconds[regex("[smhd]$", group.interval)]
    group    = group.name
  } }]...)
  seconds = { s = 1, m = 60, h = 3600, d = 86400 }

  # Of this environment's own subscriptions, which no file can know.
  dead_letters = length(var.dead_letter_subscriptions) == 0 ? {} : { DeadLettersWait = {
    query    = "max by (subscription_id) (pubsub_googleapis_com:subscription_num_undelivered_messages{monitored_resource=\"pubsub_subscription\", subscription_id=~\"${join("|", var.dead_letter_subscriptions)}\"}) > 0"
    severity = "ticket"
    labels   = { severity = "ticket", product = "tidemark" }
    summary  = "Dead letters wait for an operator"
    runbook  = "docs/operations/alerts.md#deadletterswait"
    duration = 300
    interval = 60
    group    = "google-cloud"
  } }
  # Three rounds, an hour at least and a day at most.
  jobs_window_minutes = min(1440, max(60, 3 * var.jobs_interval_minutes))
  # Each job has a series of its own here, so that one that never succeeded, or no longer exists, is missed as well.
  jobs = length(var.jobs) == 0 ? {} : { CompactionStopped = {
    query    = "(${join(" or ", [for job in var.jobs : "label_replace(vector(1), \"job_name\", \"${job}\", \"\", \"\")"])}) unless on (job_name) sum by (job_name) (increase(run_googleapis_com:job_completed_execution_count{monitored_resource=\"cloud_run_job\", result=\"succeeded\", job_name=~\"${join("|", var.jobs)}\"}[${local.jobs_window_minutes}m])) > 0"
    severity = "ticket"
    labels   = { severity = "ticket", product = "tidemark" }
    summary  = "A scheduled job does not succeed any more"
    runbook  = "docs/operations/alerts.md#compactionstopped"
    # A job ends now earlier, now later.
    duration = 60 * min(240, var.jobs_interval_minutes)
    interval = 300
    group    = "google-cloud"
  } }
  # Each has an interval of its own, and so a window of its own.
  pipelines = length(var.pipeline_jobs) == 0 ? {} : { PipelineJobStopped = {
    query = join(" or ", [for job, minutes in var.pipeline_jobs :
    "(label_replace(vector(1), \"job_name\", \"${job}\", \"\", \"\") unless on (job_name) sum by (job_name) (increase(run_googleapis_com:job_completed_execution_count{monitored_resource=\"cloud_run_job\", result=\"succeeded\", job_name=\"${job}\"}[${min(1440, max(60, 3 * minutes))}m])) > 0)"])
    severity = "ticket"
    labels   = { severity = "ticket", product = "tidemark" }
    summary  = "The job of a pipeline does not succeed any more"
    runbook  = "docs/operations/alerts.md#pipelinejobstopped"
    duration = 3600
    interval = 300
    group    = "google-cloud"
  } }
  # A worker that is not there reports no age of its rounds: only here is it known that there should be one.
  erasers = !var.erasers ? {} : { ErasureWorkerMissing = {
    query    = "absent_over_time(tidemark_privacy_erasures_round_age[2h])"
    severity = "ticket"
    labels   = { severity = "ticket", product = "tidemark" }
    summary  = "No erasure worker reports anything"
    runbook  = "docs/operations/alerts.md#erasureworkermissing"
    duration = 0
    interval = 300
    group    = "google-cloud"
  } }
  alerts = merge(local.rules, local.dead_letters, local.jobs, local.pipelines, local.erasers)

  # What Cloud Monitoring calls them.
  severities = { page = "CRITICAL", ticket = "WARNING" }

  channels = {
    for name, of in var.notification_channels : name => {
      severity = of.severity
      name     = of.channel != null ? of.channel : google_monitoring_notification_channel.this[name].name
    }
  }

  # Each section of the runbook, by its heading. A heading ends the one before.
  runbook  = var.runbook_file == null ? "" : file(var.runbook_file)
  sections = { for part in slice(split("\n## ", local.runbook), 1, length(split("\n## ", local.runbook))) : trimspace(split("\n", part)[0]) => trimspace(join("\n", slice(split("\n", part), 1, length(split("\n", part))))) }
}

resource "google_monitoring_notification_channel" "this" {
  for_each = { for name, of in var.notification_channels : name => of if of.type != null }

  project      = var.project
  display_name = "Tidemark ${var.environment}: ${each.key}"
  type         = each.value.type
  labels       = each.value.labels
  user_labels  = var.labels
}

resource "google_monitoring_alert_policy" "this" {
  for_each = local.alerts

  project      = var.project
  display_name = "Tidemark ${var.environment}: ${each.key}"
  combiner     = "OR"
  severity     = local.severities[each.value.severity]
  user_labels  = merge(var.labels, { severity = each.value.severity })

  conditions {
    display_name = each.value.summary

    condition_prometheus_query_language {
      query               = each.value.query
      duration            = "${each.value.duration}s"
      evaluation_interval = "${each.value.interval}s"
      labels              = each.value.labels
      rule_group          = each.value.group
      alert_rule          = each.key
      # Metrics are there only once the services run, which comes after; and some only once something goes wrong.
      disable_metric_validation = true
    }
  }

  documentation {
    mime_type = "text/markdown"
    subject   = "${each.key}: ${each.value.summary}"
    content   = join("\n\n", compact([each.value.summary, lookup(local.sections, each.key, ""), "Runbook: ${each.value.runbook}"]))

    dynamic "links" {
      for_each = var.runbook_base_url[*]

      content {
        display_name = "Runbook"
        url          = "${links.value}/${each.value.runbook}"
      }
    }
  }

  alert_strategy {
    auto_close = "3600s"
  }

  notification_channels = [
    for name, of in local.channels : of.name if of.severity == null || of.severity == each.value.severity
  ]
}

resource "google_monitoring_dashboard" "this" {
  project        = var.project
  dashboard_json = jsonencode(merge(jsondecode(file(var.dashboard_file)), { displayName = "Tidemark ${var.environment}" }))
}

resource "google_monitoring_dashboard" "privacy" {
  for_each = var.privacy_dashboard_file == null ? toset([]) : toset(["privacy"])

  project        = var.project
  dashboard_json = jsonencode(merge(jsondecode(file(var.privacy_dashboard_file)), { displayName = "Tidemark ${var.environment}: privacy" }))
}
