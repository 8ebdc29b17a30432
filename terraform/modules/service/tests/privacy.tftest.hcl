# Services of an environment in which erasures are processed.

variables {
  project     = "example-ads"
  environment = "prod"
  image       = "us-docker.pkg.dev/example-ads/tidemark/tidemark@sha256:0000000000000000000000000000000000000000000000000000000000000000"
  emails = {
    api       = "api@example-ads.iam.gserviceaccount.com"
    consumer  = "consumer@example-ads.iam.gserviceaccount.com"
    compactor = "compactor@example-ads.iam.gserviceaccount.com"
    pacer     = "pacer@example-ads.iam.gserviceaccount.com"
    scheduler = "scheduler@example-ads.iam.gserviceaccount.com"
    eraser    = "eraser@example-ads.iam.gserviceaccount.com"
  }
  topology  = "{\"instances\":{}}"
  access    = "{\"issuers\":[{\"issuer\":\"https://accounts.google.com\"}]}"
  streams   = { ad-action = { subscription = "projects/example-ads/subscriptions/a", dead_letter_topic = "projects/example-ads/topics/a" } }
  api       = { regions = { europe-west1 = { min_instances = 1, max_instances = 2 } } }
  consumer  = { regions = { europe-west1 = 1 } }
  pacer     = { regions = ["europe-west1"] }
  compactor = { region = "europe-west1" }
  privacy = {
    regions           = ["europe-west1", "us-central1"]
    consent_policy    = "report"
    consent_policies  = { "users/profile" = "enforce", "users/ad_action" = "off" }
    access_log_topic  = "projects/example-ads/topics/tidemark-prod-access-log"
    access_log_shares = { "users/ad_action" = "0.01" }
  }
}

run "each_region_has_an_erasure_worker" {
  command = plan

  assert {
    condition     = toset([for key in keys(google_cloud_run_v2_service.this) : key if startswith(key, "eraser/")]) == toset(["eraser/europe-west1", "eraser/us-central1"])
    error_message = "Each region must have a worker."
  }

  assert {
    condition = (google_cloud_run_v2_service.this["eraser/us-central1"].template[0].containers[0].args == tolist(["erase", "work", "--interval", "60s", "--json"]) &&
      google_cloud_run_v2_service.this["eraser/us-central1"].template[0].service_account == var.emails.eraser &&
    google_cloud_run_v2_service.this["eraser/us-central1"].scaling[0].manual_instance_count == 1)
    error_message = "A worker must run always, with its own account."
  }

  assert {
    condition     = output.quota_needs.us-central1.cpu == 2
    error_message = "Quotas must include the workers."
  }
}

run "keys_are_mounted_only_where_needed" {
  command = plan

  assert {
    condition = toset([for key in keys(google_secret_manager_secret_iam_member.this) : key if startswith(key, "privacy-")]) == toset([
      "privacy-keys/api", "privacy-keys/consumer", "privacy-keys/eraser", "privacy-signing-key/eraser"
    ])
    error_message = "Only processes that record or complete erasures may have the keys of the ledger, and only workers that of certificates."
  }

  assert {
    condition     = output.privacy_keys_secret == "tidemark-prod-privacy-keys" && output.privacy_signing_key_secret == "tidemark-prod-privacy-signing-key" && length([for key in keys(google_secret_manager_secret_version.this) : key if startswith(key, "privacy-")]) == 0
    error_message = "The keys must have secrets, and must not pass through Terraform."
  }

  assert {
    condition = { for key, service in google_cloud_run_v2_service.this : key => toset([for env in service.template[0].containers[0].env : env.value if endswith(env.name, "KEYS_FILE") || endswith(env.name, "KEY_FILE")]) } == {
      "api/europe-west1"                = toset(["/etc/tidemark/privacy-keys/privacy-keys", "/etc/tidemark/token-keys/token-keys"])
      "consumer/ad-action/europe-west1" = toset(["/etc/tidemark/privacy-keys/privacy-keys"])
      "pacer/europe-west1"              = toset([])
      "eraser/europe-west1"             = toset(["/etc/tidemark/privacy-keys/privacy-keys", "/etc/tidemark/privacy-signing-key/key.pem"])
      "eraser/us-central1"              = toset(["/etc/tidemark/privacy-keys/privacy-keys", "/etc/tidemark/privacy-signing-key/key.pem"])
    }
    error_message = "Each process must be given the files of its keys."
  }
}

run "all_processes_have_one_policy_of_consent" {
  command = plan

  assert {
    condition = alltrue(concat(
      [for service in google_cloud_run_v2_service.this : { for env in service.template[0].containers[0].env : env.name => env.value if startswith(env.name, "TIDEMARK_CONSENT_") } == {
        TIDEMARK_CONSENT_POLICY = "report", TIDEMARK_CONSENT_POLICIES = "users/ad_action=off,users/profile=enforce"
      }],
      [for job in google_cloud_run_v2_job.compactor : length([for env in job.template[0].template[0].containers[0].env : env if env.name == "TIDEMARK_CONSENT_POLICY" && env.value == "report"]) == 1],
    ))
    error_message = "All processes must have the same policies."
  }
}

run "api_logs_accesses" {
  command = plan

  assert {
    condition = { for env in google_cloud_run_v2_service.this["api/europe-west1"].template[0].containers[0].env : env.name => env.value if startswith(env.name, "TIDEMARK_ACCESS_LOG_") } == {
      TIDEMARK_ACCESS_LOG_TOPIC  = "projects/example-ads/topics/tidemark-prod-access-log"
      TIDEMARK_ACCESS_LOG_SHARE  = "full"
      TIDEMARK_ACCESS_LOG_SHARES = "users/ad_action=0.01"

      TIDEMARK_ACCESS_LOG_DRAIN_TIMEOUT_MS = "1500"
    }
    error_message = "The API must log accesses to the topic."
  }
}

run "without_privacy_nothing_is_added" {
  command = plan
  variables { privacy = null }

  assert {
    condition = (length([for key in keys(google_cloud_run_v2_service.this) : key if startswith(key, "eraser/")]) == 0 &&
    length([for key in keys(google_secret_manager_secret.this) : key if startswith(key, "privacy-")]) == 0 && output.privacy_keys_secret == null)
    error_message = "Without privacy there must be neither workers nor keys."
  }
}

run "workers_have_an_account" {
  command         = plan
  expect_failures = [var.emails]
  variables {
    emails = {
      api       = "api@example-ads.iam.gserviceaccount.com"
      consumer  = "consumer@example-ads.iam.gserviceaccount.com"
      compactor = "compactor@example-ads.iam.gserviceaccount.com"
      pacer     = "pacer@example-ads.iam.gserviceaccount.com"
      scheduler = "scheduler@example-ads.iam.gserviceaccount.com"
    }
  }
}

run "privacy_needs_a_worker" {
  command         = plan
  expect_failures = [var.privacy]
  variables { privacy = { regions = [] } }
}

run "rounds_are_not_late" {
  command         = plan
  expect_failures = [var.privacy]
  variables { privacy = { regions = ["europe-west1"], interval_seconds = 7200 } }
}

run "policies_are_known" {
  command         = plan
  expect_failures = [var.privacy]
  variables { privacy = { regions = ["europe-west1"], consent_policies = { "users/profile" = "on" } } }
}
