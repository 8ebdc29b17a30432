# What placements add, and what is refused of them before anything is asked of Google Cloud.

variables {
  project = "example-ads"
  schema = {
    tables = {
      users     = { holds_events = true, families = { ad_action = { gc_rules = "{\"rules\":[{\"max_age\":\"24h\"}]}" } } }
      campaigns = { families = { campaign = {} } }
      counts    = { families = { counts = { gc_rules = "{\"rules\":[{\"max_version\":1}]}" } } }
    }
    placement_families = {
      corpus    = { _loc = { gc_rules = "{\"rules\":[{\"max_version\":1}]}" } }
      fences    = { _loc = { gc_rules = "{\"rules\":[{\"max_version\":1}]}" }, _wm = {} }
      directory = { _loc = { gc_rules = "{\"rules\":[{\"max_version\":1}]}" }, _wm = {} }
    }
  }
  instances = {
    tidemark = { data_boost = false, clusters = {
      us-central1-a     = { zone = "us-central1-a", nodes = 1 }
      us-central1-batch = { zone = "us-central1-f", role = "batch", nodes = 1 }
    } }
    tidemark-eu = { data_boost = false, regional_endpoints = true, corpora = [], clusters = {
      eu-europe-west1-b = { zone = "europe-west1-b", nodes = 1 }
      eu-europe-west1-d = { zone = "europe-west1-d", role = "batch", nodes = 1 }
    } }
    tidemark-directory = { data_boost = false, corpora = [], clusters = { dir-europe-west1-c = { zone = "europe-west1-c", nodes = 1 } } }
  }
  residency = {
    jurisdictions = { eu = { regions = ["europe-west1"], countries = ["DE", "FR"], served_from = ["europe-west1"], aggregates_served_from = ["europe-west1", "us-central1"] } }
    placements    = { global = {}, eu = { jurisdiction = "eu", instance = "tidemark-eu" } }
    groups        = { users = { corpora = ["users"], sketches = ["counts"], default = "global" } }
    directory     = "tidemark-directory"
  }
}

run "placements_have_their_tables_and_grants" {
  command = plan

  variables {
    change_streams = { users = 7 }
    profiles_role  = "projects/example-ads/roles/profiles"
    grants = {
      api       = { member = "serviceAccount:api@example-ads.iam.gserviceaccount.com", access = "serving" }
      compactor = { member = "serviceAccount:compactor@example-ads.iam.gserviceaccount.com", access = "batch" }
      mover     = { member = "serviceAccount:mover@example-ads.iam.gserviceaccount.com", access = "mover" }
    }
  }

  assert {
    condition = { for key, table in google_bigtable_table.this : key => "${table.instance_name}/${table.name}" } == {
      users                    = "tidemark/users"
      campaigns                = "tidemark/campaigns"
      counts                   = "tidemark/counts"
      "users@eu"               = "tidemark-eu/users"
      "counts@eu"              = "tidemark-eu/counts"
      "tidemark_fences@eu"     = "tidemark-eu/tidemark_fences"
      "tidemark_fences@global" = "tidemark/tidemark_fences"
      tidemark_directory       = "tidemark-directory/tidemark_directory"
    }
    error_message = "Each placement has the corpora and sketches of the groups and a table of fences, in its instance; the directory has one table."
  }

  assert {
    condition = { for key, table in google_bigtable_table.this : key => sort([for family in table.column_family : family.family]) } == {
      users                    = tolist(["_loc", "ad_action"])
      campaigns                = tolist(["campaign"])
      counts                   = tolist(["counts"])
      "users@eu"               = tolist(["_loc", "ad_action"])
      "counts@eu"              = tolist(["counts"])
      "tidemark_fences@eu"     = tolist(["_loc", "_wm"])
      "tidemark_fences@global" = tolist(["_loc", "_wm"])
      tidemark_directory       = tolist(["_loc", "_wm"])
    }
    error_message = "Corpora of groups have the family of locations in every placement, and their sketches do not: they never move."
  }

  assert {
    condition     = google_bigtable_gc_policy.this["users@eu/ad_action"].gc_rules == google_bigtable_gc_policy.this["users/ad_action"].gc_rules && google_bigtable_gc_policy.this["users@eu/ad_action"].instance_name == "tidemark-eu"
    error_message = "A corpus has the same rules in every placement."
  }

  assert {
    condition     = google_bigtable_table.this["users@eu"].change_stream_retention == "168h0m0s"
    error_message = "A corpus has the same change stream in every placement."
  }

  assert {
    condition     = google_bigtable_app_profile.this["tidemark-eu/batch"].single_cluster_routing[0].allow_transactional_writes && google_bigtable_app_profile.this["tidemark/batch"].single_cluster_routing[0].allow_transactional_writes
    error_message = "Movers need transactions at the batch clusters of placements."
  }

  assert {
    condition = { for key, member in google_bigtable_table_iam_member.this : key => trimprefix(member.role, "roles/bigtable.") if !startswith(key, "api/") } == {
      "compactor/users"                  = "user", "mover/users" = "user"
      "compactor/users@eu"               = "user", "mover/users@eu" = "user"
      "compactor/campaigns"              = "reader", "mover/campaigns" = "reader"
      "compactor/counts"                 = "reader", "mover/counts" = "reader"
      "compactor/counts@eu"              = "reader", "mover/counts@eu" = "reader"
      "compactor/tidemark_directory"     = "user", "mover/tidemark_directory" = "user"
      "compactor/tidemark_fences@eu"     = "reader", "mover/tidemark_fences@eu" = "user"
      "compactor/tidemark_fences@global" = "reader", "mover/tidemark_fences@global" = "user"
    }
    error_message = "Movers write the tables of placements, the compactor those of events and the directory."
  }

  assert {
    condition     = length(google_bigtable_instance_iam_member.profiles) == 9
    error_message = "Each role lists the app profiles of each instance."
  }

  assert {
    condition = { for field in ["jurisdictions", "placements", "placementGroups", "directory"] : field => jsonencode(jsondecode(output.topology)[field]) } == {
      jurisdictions   = jsonencode({ eu = { regions = ["europe-west1"], countries = ["DE", "FR"], servedFrom = ["europe-west1"], aggregatesServedFrom = ["europe-west1", "us-central1"] } })
      placements      = jsonencode({ global = { instances = { users = "tidemark", counts = "tidemark" } }, eu = { jurisdiction = "eu", instances = { users = "tidemark-eu", counts = "tidemark-eu" } } })
      placementGroups = jsonencode({ users = { corpora = ["users"], sketches = ["counts"], default = "global", requiresLocation = false } })
      directory       = jsonencode({ instance = "tidemark-directory" })
    }
    error_message = "The topology must have the placements."
  }

  assert {
    condition = { for id in ["tidemark", "tidemark-eu"] : id => [for cluster in values(jsondecode(output.topology).instances[id].clusters) : try(cluster.endpoint, "")] } == {
      tidemark    = ["", ""]
      tidemark-eu = ["bigtable.europe-west1.rep.googleapis.com:443", "bigtable.europe-west1.rep.googleapis.com:443"]
    }
    error_message = "Clusters must have the endpoint of their region where it is asked for."
  }
}

run "without_placements_nothing_changes" {
  command = plan

  variables { residency = null }

  assert {
    condition     = toset(keys(google_bigtable_table.this)) == toset(["users", "campaigns", "counts"]) && length(google_bigtable_table.this["users"].column_family) == 1 && length(terraform_data.placement) == 0
    error_message = "There must be no table and no family of placements."
  }

  assert {
    condition     = google_bigtable_app_profile.this["tidemark/batch"].single_cluster_routing[0].allow_transactional_writes
    error_message = "Pipelines need transactions in the default instance."
  }

  assert {
    condition     = toset(keys(jsondecode(output.topology))) == toset(["project", "links", "instances"])
    error_message = "The topology must not mention placements."
  }
}

run "clusters_stay_in_their_jurisdiction" {
  command         = plan
  expect_failures = [terraform_data.placement]
  variables {
    instances = {
      tidemark = { clusters = { us-central1-batch = { zone = "us-central1-f", role = "batch", nodes = 1 }, us-central1-a = { zone = "us-central1-a", nodes = 1 } } }
      tidemark-eu = { corpora = [], clusters = {
        eu-europe-west1-b = { zone = "europe-west1-b", nodes = 1 }
        eu-europe-west1-d = { zone = "europe-west1-d", role = "batch", nodes = 1 }
        # Not listed, but Bigtable replicates to it.
        eu-europe-west2-a = { zone = "europe-west2-a", nodes = 1, listed = false }
      } }
      tidemark-directory = { corpora = [], clusters = { dir-europe-west1-c = { zone = "europe-west1-c", nodes = 1 } } }
    }
  }
}

run "placements_have_batch_clusters" {
  command         = plan
  expect_failures = [terraform_data.placement]
  variables {
    instances = {
      tidemark           = { clusters = { us-central1-batch = { zone = "us-central1-f", role = "batch", nodes = 1 }, us-central1-a = { zone = "us-central1-a", nodes = 1 } } }
      tidemark-eu        = { corpora = [], clusters = { eu-europe-west1-b = { zone = "europe-west1-b", nodes = 1 } } }
      tidemark-directory = { corpora = [], clusters = { dir-europe-west1-c = { zone = "europe-west1-c", nodes = 1 } } }
    }
  }
}

run "fences_have_instances_of_their_own" {
  command         = plan
  expect_failures = [terraform_data.placement]
  variables {
    residency = {
      placements = { global = {}, campaigns = {} }
      groups     = { users = { corpora = ["users"], default = "global" }, campaigns = { corpora = ["campaigns"], default = "campaigns" } }
      directory  = "tidemark-directory"
    }
  }
}

run "names_are_those_of_the_topology" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { Global = {} }, groups = { users = { corpora = ["users"], default = "Global" } }, directory = "tidemark" } }
}

run "jurisdictions_have_regions" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { jurisdictions = { eu = { regions = ["europe-west1-b"] } }, placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "aggregates_include_other_data" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { jurisdictions = { eu = { regions = ["europe-west1"], served_from = ["europe-west1"], aggregates_served_from = ["us-central1"] } }, placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "aggregates_are_restricted_with_other_data" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { jurisdictions = { eu = { regions = ["europe-west1"], aggregates_served_from = ["europe-west1"] } }, placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "countries_are_codes" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { jurisdictions = { eu = { regions = ["europe-west1"], countries = ["Germany"] } }, placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "countries_belong_to_one_jurisdiction" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { jurisdictions = { eu = { regions = ["europe-west1"], countries = ["DE"] }, de = { regions = ["europe-west3"], countries = ["DE"] } }, placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "jurisdictions_are_declared" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = { jurisdiction = "us" } }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "placements_have_instances" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {}, eu = { instance = "tidemark-uk" } }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "instances_have_one_placement" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {}, eu = { instance = "tidemark-eu" }, de = { instance = "tidemark-eu" } }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "groups_have_a_default_placement" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { eu = { instance = "tidemark-eu" } }, groups = { users = { corpora = ["users"], default = "us" } }, directory = "tidemark" } }
}

run "groups_have_declared_corpora" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {} }, groups = { users = { corpora = ["user"], default = "global" } }, directory = "tidemark" } }
}

run "corpora_are_in_one_group" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {} }, groups = { a = { corpora = ["users"], default = "global" }, b = { corpora = ["users"], default = "global" } }, directory = "tidemark" } }
}

run "sketches_are_declared" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {} }, groups = { users = { corpora = ["users"], sketches = ["count"], default = "global" } }, directory = "tidemark" } }
}

run "sketches_are_in_one_group" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {} }, groups = { a = { corpora = ["users"], sketches = ["counts"], default = "global" }, b = { corpora = ["campaigns"], sketches = ["counts"], default = "global" } }, directory = "tidemark" } }
}

run "directory_has_an_instance" {
  command         = plan
  expect_failures = [var.residency]
  variables { residency = { placements = { global = {} }, groups = { users = { corpora = ["users"], default = "global" } }, directory = "tidemark-dir" } }
}

run "schema_has_families_of_placements" {
  command         = plan
  expect_failures = [var.residency]
  variables { schema = { tables = { users = { families = { profile = {} } } } } }
}
