variables {
  project     = "example-ads"
  environment = "prod"
}

run "each_role_has_an_account_of_its_own" {
  command = plan

  assert {
    condition     = toset(keys(google_service_account.role)) == toset(["api", "consumer", "compactor", "pacer", "schema", "scheduler"])
    error_message = "Each role must have exactly one account, and each account a role."
  }

  assert {
    condition     = output.emails.api == "tidemark-prod-api@example-ads.iam.gserviceaccount.com" && output.members.api == "serviceAccount:${output.emails.api}"
    error_message = "Who is granted something should be known when it is planned."
  }
}

run "the_project_grants_hardly_anything" {
  command = plan

  assert {
    condition = { for key, grant in google_project_iam_member.role : key => grant.role } == {
      "api/metrics"      = "roles/monitoring.metricWriter"
      "consumer/metrics" = "roles/monitoring.metricWriter"
      "pacer/metrics"    = "roles/monitoring.metricWriter"
      "consumer/backlog" = "projects/example-ads/roles/tidemark_prod_backlog"
    }
    error_message = "Of the project as a whole, roles write metrics, and the consumer reads the backlog; all else is granted where it is."
  }
}

run "traces_are_written_where_there_are_any" {
  command = plan

  variables {
    tracing = true
  }

  assert {
    condition     = length([for grant in google_project_iam_member.role : grant if grant.role == "roles/cloudtrace.agent"]) == 3
    error_message = "What runs beside a collector writes traces."
  }
}

run "custom_roles_can_do_no_harm" {
  command = plan

  assert {
    condition     = toset(google_project_iam_custom_role.this["schema"].permissions) == toset(["bigtable.tables.create", "bigtable.tables.get", "bigtable.tables.list", "bigtable.tables.update"])
    error_message = "Who makes tables neither deletes any nor reads data."
  }

  assert {
    condition     = toset(google_project_iam_custom_role.this["backlog"].permissions) == toset(["monitoring.timeSeries.list"])
    error_message = "The consumer reads time series, and nothing else of Cloud Monitoring."
  }

  assert {
    condition     = toset(google_project_iam_custom_role.this["profiles"].permissions) == toset(["bigtable.appProfiles.list"])
    error_message = "Who compares app profiles changes none."
  }

  assert {
    condition     = output.profiles_role == "projects/example-ads/roles/tidemark_prod_profiles"
    error_message = "The role's full name should be known when it is planned."
  }

  assert {
    condition     = output.schema_role == "projects/example-ads/roles/tidemark_prod_schema"
    error_message = "The role's full name should be known when it is planned."
  }
}

run "workload_identities_act_as_their_role_only" {
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
    error_message = "An identity acts as the account of the role that it is given, and no other."
  }
}

run "an_account_has_room_for_the_environments_name" {
  command         = plan
  expect_failures = [var.environment]
  variables { environment = "production-eu" }
}

run "not_everybody_is_a_workload_identity" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { api = ["allUsers"] } }
}

run "a_whole_pool_is_no_workload_identity" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables {
    workload_identities = { schema = ["principalSet://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/github/*"] }
  }
}

run "the_scheduler_is_nobodys_workload_identity" {
  command         = plan
  expect_failures = [var.workload_identities]
  variables { workload_identities = { scheduler = ["serviceAccount:example-ads.svc.id.goog[tidemark/api]"] } }
}
