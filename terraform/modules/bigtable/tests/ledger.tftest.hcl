# The ledger of erasures: where it is, and how long its backups are kept.

variables {
  project = "example-ads"
  schema = {
    tables          = { users = { families = { profile = { gc_rules = null } } } }
    ledger_families = { _led = { gc_rules = null } }
  }
  instances = {
    tidemark = { clusters = {
      us-central1-a = { zone = "us-central1-a", nodes = 1 }
    } }
    tidemark-ledger = { corpora = [], data_boost = false, clusters = {
      ledger-us-central1-b = { zone = "us-central1-b", nodes = 1 }
    } }
  }
}

run "ledger_is_in_the_default_instance_by_default" {
  command = plan

  assert {
    condition     = google_bigtable_table.this["privacy_ledger"].instance_name == "tidemark" && !can(jsondecode(output.topology).privacy)
    error_message = "Without an instance of its own, the ledger must be where processes look for it."
  }
}

run "ledger_has_an_instance_of_its_own" {
  command = plan

  variables { ledger = { instance = "tidemark-ledger", backup_retention_days = 60 } }

  assert {
    condition = (google_bigtable_table.this["privacy_ledger"].instance_name == "tidemark-ledger" &&
      google_bigtable_table.this["users"].instance_name == "tidemark" &&
    jsondecode(output.topology).privacy.ledger.instance == "tidemark-ledger")
    error_message = "The ledger must be in the instance that the topology names, apart from the tables of users."
  }

  assert {
    condition = (one(google_bigtable_table.this["privacy_ledger"].automated_backup_policy).retention_period == "1440h0m0s" &&
      google_bigtable_table.this["privacy_ledger"].deletion_protection == "PROTECTED" &&
    one(google_bigtable_table.this["users"].automated_backup_policy).retention_period == "168h0m0s")
    error_message = "The ledger must be protected, with a backup policy of its own."
  }

  assert {
    condition     = toset(keys(terraform_data.ledger)) == toset(["privacy_ledger"]) && terraform_data.ledger["privacy_ledger"].triggers_replace == "tidemark-ledger"
    error_message = "A record must refuse plans that move the ledger."
  }
}

run "ledger_has_no_backups_where_there_are_none" {
  command = plan

  variables { backups = null }

  assert {
    condition     = alltrue([for table in google_bigtable_table.this : one(table.automated_backup_policy).retention_period == "0"])
    error_message = "Without backups, the ledger must have none."
  }
}

run "erasers_see_what_is_kept_beside_rows" {
  command = plan

  variables {
    grants       = { eraser = { member = "serviceAccount:eraser@example-ads.iam.gserviceaccount.com", access = "eraser" } }
    erasure_role = "projects/example-ads/roles/tidemark_prod_erasure"
  }

  assert {
    condition     = { for key, grant in google_bigtable_table_iam_member.this : key => grant.role } == { "eraser/users" = "roles/bigtable.user", "eraser/privacy_ledger" = "roles/bigtable.user" }
    error_message = "Erasers must write the tables of users and the ledger."
  }

  assert {
    condition     = { for key, grant in google_bigtable_instance_iam_member.erasure : key => grant.role } == { "eraser/tidemark" = var.erasure_role, "eraser/tidemark-ledger" = var.erasure_role }
    error_message = "Erasers must see backups and change streams in all instances."
  }
}

run "ledger_is_apart_from_corpora" {
  command         = plan
  expect_failures = [var.ledger]
  variables { ledger = { instance = "tidemark" } }
}

run "ledger_is_in_a_declared_instance" {
  command         = plan
  expect_failures = [var.ledger]
  variables { ledger = { instance = "tidemark-led" } }
}

run "ledger_is_backed_up_as_long_as_users" {
  command         = plan
  expect_failures = [var.ledger]
  variables { backups = { retention_days = 31 } }
}

run "backups_of_the_ledger_end" {
  command         = plan
  expect_failures = [var.ledger]
  variables { ledger = { backup_retention_days = 91 } }
}

run "eraser_access_needs_its_role" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { eraser = { member = "serviceAccount:eraser@example-ads.iam.gserviceaccount.com", access = "eraser" } } }
}
