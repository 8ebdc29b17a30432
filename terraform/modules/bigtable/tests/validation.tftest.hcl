# What is refused before anything is asked of Google Cloud.

variables {
  project   = "example-ads"
  schema    = { tables = { users = { families = { profile = {} } } } }
  instances = { tidemark = { clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } } }
}

run "a_project_is_an_id" {
  command         = plan
  expect_failures = [var.project]
  variables { project = "Example Ads" }
}

run "a_schema_has_families" {
  command         = plan
  expect_failures = [var.schema]
  variables { schema = { tables = { users = { families = {} } } } }
}

run "links_are_between_regions_that_are_there" {
  command         = plan
  expect_failures = [var.links]
  variables { links = [{ between = ["europe-west1", "asia-east1"], delay_ms = 126 }] }
}

run "ids_of_clusters_have_six_characters" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { us-a = { zone = "us-central1-a", nodes = 1 } } } } }
}

run "ids_of_instances_have_six_characters" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { ads = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1 } } } } }
}

run "a_zone_is_no_region" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1", nodes = 1 } } } } }
}

run "a_zone_takes_one_cluster" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-a", nodes = 1 }
    } } }
  }
}

run "an_instance_is_in_eight_regions_at_most" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = { for region in [
      "us-central1", "us-east1", "us-east4", "us-west1", "europe-west1", "europe-west4", "asia-east1", "asia-east2", "asia-south1"
    ] : "${region}-a" => { zone = "${region}-a", nodes = 1 } } } }
  }
}

run "reads_need_a_serving_cluster" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1, role = "batch" } } } } }
}

run "reads_need_a_cluster_that_is_listed" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1, listed = false } } } } }
}

run "a_role_is_serving_or_batch" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-b", nodes = 1, role = "analytics" }
    } } }
  }
}

run "nodes_or_autoscaling" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1, autoscaling = { min_nodes = 1, max_nodes = 2 } } } } } }
}

run "some_nodes" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a" } } } } }
}

run "no_cluster_without_a_node" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 0 } } } } }
}

run "autoscaling_has_room" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 3, max_nodes = 3 } } } } } }
}

run "autoscaling_at_most_tenfold" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 1, max_nodes = 11 } } } } } }
}

run "a_cpu_target_is_at_most_80_percent" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 1, max_nodes = 2, cpu_target = 90 } } } } } }
}

run "a_storage_target_befits_the_disk" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = { dev-main = {
      zone = "us-central1-a", storage_type = "HDD", autoscaling = { min_nodes = 1, max_nodes = 2, storage_target_gb = 2560 }
    } } } }
  }
}

run "an_instance_has_one_kind_of_disks" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-b", nodes = 1, storage_type = "HDD" }
    } } }
  }
}

run "a_key_is_of_the_clusters_region" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    project_number = "123456789012"
    instances = { tidemark = { clusters = {
      dev-main = { zone = "us-central1-a", nodes = 1, kms_key = "projects/p/locations/global/keyRings/ads/cryptoKeys/tidemark" }
    } } }
  }
}

run "all_clusters_have_keys_or_none" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    project_number = "123456789012"
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1, kms_key = "projects/p/locations/us-central1/keyRings/ads/cryptoKeys/tidemark" }
      dev-other = { zone = "us-central1-b", nodes = 1 }
    } } }
  }
}

run "keys_need_the_projects_number" {
  command         = plan
  expect_failures = [google_kms_crypto_key_iam_member.bigtable]
  variables {
    instances = { tidemark = { clusters = {
      dev-main = { zone = "us-central1-a", nodes = 1, kms_key = "projects/p/locations/us-central1/keyRings/ads/cryptoKeys/tidemark" }
    } } }
  }
}

run "one_instance_is_the_default" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = {
      tidemark-eu = { clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } }
      tidemark-us = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1 } } }
    }
  }
}

run "a_table_lives_in_one_instance" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = {
      tidemark    = { clusters = { dev-main = { zone = "us-central1-b", nodes = 1 } } }
      tidemark-eu = { corpora = ["users"], clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } }
      tidemark-us = { corpora = ["users"], clusters = { dev-main = { zone = "us-central1-a", nodes = 1 } } }
    }
  }
}

run "corpora_are_tables_of_the_schema" {
  command         = plan
  expect_failures = [google_bigtable_instance.this]
  variables {
    instances = {
      tidemark    = { clusters = { dev-main = { zone = "us-central1-b", nodes = 1 } } }
      tidemark-eu = { corpora = ["user"], clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } }
    }
  }
}

run "change_streams_are_of_tables_of_the_schema" {
  command         = plan
  expect_failures = [google_bigtable_table.this]
  variables { change_streams = { user = 1 } }
}

run "changes_are_kept_for_a_week_at_most" {
  command         = plan
  expect_failures = [var.change_streams]
  variables { change_streams = { users = 8 } }
}

run "backups_are_kept_for_90_days_at_most" {
  command         = plan
  expect_failures = [var.backups]
  variables { backups = { retention_days = 91 } }
}

run "a_link_has_two_ends" {
  command         = plan
  expect_failures = [var.links]
  variables { links = [{ between = ["us-central1"], delay_ms = 1 }] }
}

run "nothing_is_granted_to_everybody" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { all = { member = "allUsers", access = "reader" } } }
}

run "access_is_one_of_four" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { api = { member = "serviceAccount:api@example-ads.iam.gserviceaccount.com", access = "admin" } } }
}

run "the_schemas_access_needs_its_role" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { schema = { member = "serviceAccount:schema@example-ads.iam.gserviceaccount.com", access = "schema" } } }
}
