# What is made of the schema: tables, families, rules; what is kept safe; and who may do what.

variables {
  project = "example-ads"
  schema = { tables = {
    users = { holds_events = true, families = {
      ad_action = { gc_rules = "{\"rules\":[{\"max_age\":\"9625h\"}]}" }
      profile   = { gc_rules = null }
      _wm       = { gc_rules = "{\"mode\":\"union\",\"rules\":[{\"max_age\":\"168h\"},{\"max_version\":256}]}" }
    } }
    campaigns = { families = { campaign = { gc_rules = "{\"rules\":[{\"max_version\":10}]}" } } }
  } }
  instances   = { tidemark = { clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } } }
  schema_role = "projects/example-ads/roles/tidemark_prod_schema"
}

run "tables_have_the_families_and_rules_of_the_schema" {
  command = plan

  assert {
    condition     = sort([for family in google_bigtable_table.this["users"].column_family : family.family]) == tolist(["_wm", "ad_action", "profile"])
    error_message = "A table must have the families that the schema declares."
  }

  assert {
    condition     = toset(keys(google_bigtable_gc_policy.this)) == toset(["campaigns/campaign", "users/_wm", "users/ad_action"])
    error_message = "A family must have a policy if and only if it has a rule."
  }

  assert {
    condition     = google_bigtable_gc_policy.this["users/ad_action"].gc_rules == "{\"rules\":[{\"max_age\":\"9625h\"}]}"
    error_message = "A rule must be passed on unchanged."
  }

  assert {
    condition     = alltrue([for policy in google_bigtable_gc_policy.this : policy.deletion_policy == "ABANDON"])
    error_message = "Rules of a replicated table cannot be deleted, so they must be abandoned."
  }
}

run "each_family_has_a_record_that_prevents_its_removal" {
  command = plan

  assert {
    condition     = toset(keys(terraform_data.family)) == toset(["campaigns/campaign", "users/_wm", "users/ad_action", "users/profile"])
    error_message = "Each family must have a record, with or without a rule."
  }
}

run "tables_are_protected_and_backed_up_by_default" {
  command = plan

  assert {
    condition     = alltrue([for table in google_bigtable_table.this : table.deletion_protection == "PROTECTED"])
    error_message = "Tables must be protected from deletion."
  }

  assert {
    condition     = alltrue([for table in google_bigtable_table.this : one(table.automated_backup_policy).retention_period == "168h0m0s" && one(table.automated_backup_policy).frequency == "24h0m0s"])
    error_message = "Tables must be backed up daily, and backups retained for a week."
  }
}

run "unprotected_tables_can_be_deleted" {
  command = plan

  variables {
    deletion_protection = false
    backups             = null
  }

  assert {
    condition = (alltrue([for table in google_bigtable_table.this : table.deletion_protection == "UNPROTECTED"]) &&
    !google_bigtable_instance.this["tidemark"].deletion_protection && google_bigtable_instance.this["tidemark"].force_destroy)
    error_message = "Nothing may prevent the deletion, not even backups."
  }

  assert {
    condition     = alltrue([for table in google_bigtable_table.this : one(table.automated_backup_policy).retention_period == "0" && one(table.automated_backup_policy).frequency == "0"])
    error_message = "Zeros must turn backups off; without them, backups would stay on."
  }
}

run "change_streams_are_optional" {
  command = plan

  variables {
    change_streams = { users = 3, campaigns = 0 }
  }

  assert {
    condition     = google_bigtable_table.this["users"].change_stream_retention == "72h0m0s" && google_bigtable_table.this["campaigns"].change_stream_retention == "0h0m0s"
    error_message = "A named table must have a change stream with this retention, and none for 0 days."
  }
}

run "grants_are_by_table" {
  command = plan

  variables {
    grants = {
      api       = { member = "serviceAccount:api@example-ads.iam.gserviceaccount.com", access = "serving" }
      compactor = { member = "serviceAccount:compactor@example-ads.iam.gserviceaccount.com", access = "batch" }
      analysts  = { member = "group:analysts@example.com", access = "reader" }
      schema    = { member = "serviceAccount:schema@example-ads.iam.gserviceaccount.com", access = "schema" }
    }
  }

  assert {
    condition = { for key, grant in google_bigtable_table_iam_member.this : key => grant.role } == {
      "api/users"           = "roles/bigtable.user"
      "api/campaigns"       = "roles/bigtable.user"
      "compactor/users"     = "roles/bigtable.user"
      "compactor/campaigns" = "roles/bigtable.reader"
      "analysts/users"      = "roles/bigtable.reader"
      "analysts/campaigns"  = "roles/bigtable.reader"
    }
    error_message = "Serving members must use all tables; the compactor must write only tables of events; readers must write none; the schema account must read no data."
  }

  assert {
    condition     = { for key, grant in google_bigtable_instance_iam_member.schema : key => grant.role } == { "schema/tidemark" = "projects/example-ads/roles/tidemark_prod_schema" }
    error_message = "On the instance, only the schema account may have a role, and only the schema role."
  }

  assert {
    condition     = length(google_bigtable_instance_iam_member.profiles) == 0
    error_message = "Without profiles_role no member may list app profiles."
  }
}

run "serving_and_batch_members_list_app_profiles" {
  command = plan

  variables {
    profiles_role = "projects/example-ads/roles/tidemark_prod_profiles"
    grants = {
      api       = { member = "serviceAccount:api@example-ads.iam.gserviceaccount.com", access = "serving" }
      compactor = { member = "serviceAccount:compactor@example-ads.iam.gserviceaccount.com", access = "batch" }
      analysts  = { member = "group:analysts@example.com", access = "reader" }
      schema    = { member = "serviceAccount:schema@example-ads.iam.gserviceaccount.com", access = "schema" }
    }
  }

  assert {
    condition = { for key, grant in google_bigtable_instance_iam_member.profiles : key => grant.role } == {
      "api/tidemark"       = "projects/example-ads/roles/tidemark_prod_profiles"
      "compactor/tidemark" = "projects/example-ads/roles/tidemark_prod_profiles"
    }
    error_message = "Only members with access serving or batch may list app profiles."
  }
}
