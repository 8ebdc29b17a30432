variables {
  project     = "example-ads"
  environment = "prod"
}

run "each_role_has_its_own_account" {
  command = plan

  assert {
    condition     = toset(keys(google_service_account.role)) == toset(["api", "consumer", "compactor", "pacer", "schema", "scheduler"])
    error_message = "Each role must have exactly one account, and each account a role."
  }

  assert {
    condition     = output.emails.api == "tidemark-prod-api@example-ads.iam.gserviceaccount.com" && output.members.api == "serviceAccount:${output.emails.api}"
    error_message = "Emails and members must be known at plan time."
  }
}

run "project_grants_are_minimal" {
  command = plan

  assert {
    condition = { for key, grant in google_project_iam_member.role : key => grant.role } == {
      "api/metrics"      = "roles/monitoring.metricWriter"
      "consumer/metrics" = "roles/monitoring.metricWriter"
      "pacer/metrics"    = "roles/monitoring.metricWriter"
      "consumer/backlog" = "projects/example-ads/roles/tidemark_prod_backlog"
    }
    error_message = "On the project, roles may only write metrics, and the consumer may read the backlog; other grants are on single resources."
  }
}

run "tracing_grants_its_role" {
  command = plan

  variables {
    tracing = true
  }

  assert {
    condition     = length([for grant in google_project_iam_member.role : grant if grant.role == "roles/cloudtrace.agent"]) == 3
    error_message = "The roles with a collector must be able to write traces."
  }
}

run "custom_roles_have_the_least_permissions" {
  command = plan

  assert {
    condition     = toset(google_project_iam_custom_role.this["schema"].permissions) == toset(["bigtable.tables.get", "bigtable.tables.list"])
    error_message = "The schema role must neither change tables nor read data: Terraform is their only owner."
  }

  assert {
    condition     = toset(google_project_iam_custom_role.this["backlog"].permissions) == toset(["monitoring.timeSeries.list"])
    error_message = "The backlog role must only list time series."
  }

  assert {
    condition     = toset(google_project_iam_custom_role.this["profiles"].permissions) == toset(["bigtable.appProfiles.list"])
    error_message = "The profiles role must only list app profiles."
  }

  assert {
    condition     = output.profiles_role == "projects/example-ads/roles/tidemark_prod_profiles"
    error_message = "The role's full name must be known at plan time."
  }

  assert {
    condition     = output.schema_role == "projects/example-ads/roles/tidemark_prod_schema"
    error_message = "The role's full name must be known at plan time."
  }
}

run "workload_identities_impersonate_their_role_only" {
  command = plan

  variables {
    workload_identities = {
      schema = ["principalSet://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/github/attribute.repository/example/ads"]
      api    = ["serviceAccount:example-ads.svc.id.goog[tidemark/api]"]
    }
  }

  assert {
    condition = { for grant in google_service_account_iam_member.workload_identity : grant.service_account_id => grant.role } == {
      "projects/example-ads/serviceAccounts/tidemark-prod-schema@example-ads.iam.gserviceaccount.com" = "roles/iam.workloadIdentityUser"
      "projects/example-ads/serviceAccounts/tidemark-prod-api@example-ads.iam.gserviceaccount.com"    = "roles/iam.workloadIdentityUser"
    }
    error_message = "An identity must only impersonate the account of its role."
  }
}

run "environment_name_fits_into_account_ids" {
  command         = plan
  expect_failures = [var.environment]
  variables { environment = "production-eu" }
}

run "workload_identity_rejects_all_users" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { api = ["allUsers"] } }
}

run "workload_identity_rejects_a_whole_pool" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables {
    workload_identities = { schema = ["principalSet://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/github/*"] }
  }
}

run "scheduler_has_no_workload_identity" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { scheduler = ["serviceAccount:example-ads.svc.id.goog[tidemark/api]"] } }
}

run "placements_have_an_account_of_movers" {
  command = plan

  variables { residency = true }

  assert {
    condition     = google_service_account.role["mover"].account_id == "tidemark-prod-mover" && google_project_iam_member.role["mover/residency"].role == "projects/example-ads/roles/tidemark_prod_residency"
    error_message = "Movers must have an account that sees where data is."
  }

  assert {
    condition = (contains(google_project_iam_custom_role.this["residency"].permissions, "bigtable.tables.generateConsistencyToken") &&
    length([for permission in google_project_iam_custom_role.this["residency"].permissions : permission if !can(regex("[.](get|list|checkConsistency|generateConsistencyToken)$", permission))]) == 0)
    error_message = "Movers must be able to prove replication, and neither change nor read data on the project."
  }
}

run "movers_are_there_with_placements_only" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { mover = ["serviceAccount:example-ads.svc.id.goog[tidemark/tidemark-mover]"] } }
}

run "erasures_have_an_account_of_workers" {
  command = plan

  variables { privacy = true }

  assert {
    condition     = google_service_account.role["eraser"].account_id == "tidemark-prod-eraser" && output.erasure_role == "projects/example-ads/roles/tidemark_prod_erasure"
    error_message = "Erasure workers must have an account, and a role for what is stored beside rows."
  }

  assert {
    condition     = [for key, grant in google_project_iam_member.role : grant.role if startswith(key, "eraser/")] == ["roles/monitoring.metricWriter"]
    error_message = "On the project, erasure workers may only write metrics."
  }

  assert {
    condition     = toset(google_project_iam_custom_role.this["erasure"].permissions) == toset(["bigtable.backups.list", "bigtable.tables.checkConsistency", "bigtable.tables.generateConsistencyToken", "bigtable.tables.get"])
    error_message = "The erasure role must neither change tables nor read data."
  }
}

run "erasers_are_there_with_privacy_only" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { eraser = ["serviceAccount:example-ads.svc.id.goog[tidemark/tidemark-eraser]"] } }
}
