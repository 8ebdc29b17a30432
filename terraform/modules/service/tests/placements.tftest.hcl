# Services of an environment with placements.

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
    mover     = "mover@example-ads.iam.gserviceaccount.com"
  }
  topology  = "{\"instances\":{},\"placements\":{}}"
  residency = true
  access    = "{\"issuers\":[{\"issuer\":\"https://accounts.google.com\"}]}"
  streams = {
    ad-action    = { subscription = "projects/example-ads/subscriptions/a", dead_letter_topic = "projects/example-ads/topics/a", regions = ["us-central1"] }
    ad-action-eu = { subscription = "projects/example-ads/subscriptions/b", dead_letter_topic = "projects/example-ads/topics/b", regions = ["europe-west1"] }
  }
  api       = { regions = { europe-west1 = { min_instances = 1, max_instances = 2 } } }
  consumer  = { regions = { europe-west1 = 1, us-central1 = 1 } }
  pacer     = { regions = ["europe-west1"] }
  compactor = { region = "us-central1", further_regions = ["europe-west1"], workers = 2 }
}

run "all_processes_have_the_key_of_the_directory" {
  command = plan

  assert {
    condition = alltrue(flatten([
      [for service in google_cloud_run_v2_service.this : [for env in service.template[0].containers[0].env : env.value if env.name == "TIDEMARK_DIRECTORY_KEY_FILE"] == ["/etc/tidemark/directory-key/directory-key"]],
      [for job in google_cloud_run_v2_job.compactor : contains([for mount in job.template[0].template[0].containers[0].volume_mounts : mount.mount_path], "/etc/tidemark/directory-key")],
    ]))
    error_message = "Each process finds users by the location directory, and needs its key."
  }

  assert {
    condition     = output.directory_key_secret == "tidemark-prod-directory-key" && !contains(keys(google_secret_manager_secret_version.this), "directory-key")
    error_message = "The key must have a secret, and must not pass through Terraform."
  }

  assert {
    condition     = toset([for key in keys(google_secret_manager_secret_iam_member.this) : key if startswith(key, "directory-key/")]) == toset([for role in ["api", "compactor", "consumer", "mover", "pacer"] : "directory-key/${role}"])
    error_message = "Roles that use the store must have the key, and no others."
  }
}

run "streams_are_consumed_in_their_regions" {
  command = plan

  assert {
    condition     = toset([for key in keys(google_cloud_run_v2_service.this) : key if startswith(key, "consumer/")]) == toset(["consumer/ad-action/us-central1", "consumer/ad-action-eu/europe-west1"])
    error_message = "A stream must have consumers in its regions only."
  }
}

run "further_regions_have_compactors" {
  command = plan

  assert {
    condition = { for key, job in google_cloud_run_v2_job.compactor : job.name => "${job.location} ${one([for env in job.template[0].template[0].containers[0].env : env.value if env.name == "TIDEMARK_REGION"])}" } == {
      tidemark-prod-compactor-1              = "us-central1 us-central1"
      tidemark-prod-compactor-2              = "us-central1 us-central1"
      tidemark-prod-compactor-europe-west1-1 = "europe-west1 europe-west1"
      tidemark-prod-compactor-europe-west1-2 = "europe-west1 europe-west1"
    }
    error_message = "Each region must have jobs of its own."
  }

  assert {
    condition     = output.quota_needs.us-central1.cpu == 4 && output.quota_needs.europe-west1.cpu == 12
    error_message = "Quotas must include the jobs of further regions."
  }
}

run "placements_need_the_key" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = false }
}

run "the_key_needs_placements" {
  command         = plan
  expect_failures = [var.residency]
  variables { topology = "{\"instances\":{}}" }
}

run "streams_have_consumers" {
  command         = plan
  expect_failures = [var.streams]
  variables { streams = { ad-action = { subscription = "s", dead_letter_topic = "d", regions = ["asia-east1"] } } }
}

run "movers_have_an_account" {
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

run "auditors_know_the_topics_of_jurisdictions" {
  command = plan

  variables {
    auditor = { regions = ["europe-west1"], interval_hours = 12, subscriptions = { eu = ["projects/example-ads/subscriptions/b"] } }
  }

  assert {
    condition     = join(" ", google_cloud_run_v2_service.this["auditor/europe-west1"].template[0].containers[0].args) == "residency audit --interval 12h --hash --json --subscription eu=projects/example-ads/subscriptions/b"
    error_message = "An auditor must check the topics of its jurisdictions, and log no ids."
  }

  assert {
    condition     = google_cloud_run_v2_service.this["auditor/europe-west1"].template[0].service_account == var.emails.mover && google_cloud_run_v2_service.this["auditor/europe-west1"].scaling[0].manual_instance_count == 1
    error_message = "An auditor must be one instance, with the account of movers."
  }
}

run "auditors_have_a_region_each" {
  command         = plan
  expect_failures = [var.auditor]
  variables { auditor = { regions = ["europe-west1", "europe-west1"] } }
}

run "auditors_are_not_late" {
  command         = plan
  expect_failures = [var.auditor]
  variables { auditor = { regions = ["europe-west1"], interval_hours = 48 } }
}
