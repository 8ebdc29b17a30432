# What is refused before anything is asked of Google Cloud.

variables {
  project   = "example-ads"
  schema    = { tables = { users = { families = { profile = {} } } } }
  instances = { tidemark = { clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } } }
}

run "project_is_an_id" {
  command         = plan
  expect_failures = [var.project]
  variables { project = "Example Ads" }
}

run "schema_needs_families" {
  command         = plan
  expect_failures = [var.schema]
  variables { schema = { tables = { users = { families = {} } } } }
}

run "links_connect_existing_regions" {
  command         = plan
  expect_failures = [var.links]
  variables { links = [{ between = ["europe-west1", "asia-east1"], delay_ms = 126 }] }
}

run "cluster_ids_have_at_least_six_characters" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { us-a = { zone = "us-central1-a", nodes = 1 } } } } }
}

run "instance_ids_have_at_least_six_characters" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { ads = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1 } } } } }
}

run "zone_is_not_a_region" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1", nodes = 1 } } } } }
}

run "zone_has_at_most_one_cluster" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-a", nodes = 1 }
    } } }
  }
}

run "instance_has_at_most_eight_regions" {
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

run "reads_need_a_listed_cluster" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1, listed = false } } } } }
}

run "role_is_serving_or_batch" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-b", nodes = 1, role = "analytics" }
    } } }
  }
}

run "cluster_has_nodes_or_autoscaling" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1, autoscaling = { min_nodes = 1, max_nodes = 2 } } } } } }
}

run "cluster_needs_nodes_or_autoscaling" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a" } } } } }
}

run "cluster_needs_at_least_one_node" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", nodes = 0 } } } } }
}

run "autoscaling_needs_a_range" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 3, max_nodes = 3 } } } } } }
}

run "autoscaling_range_is_at_most_tenfold" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 1, max_nodes = 11 } } } } } }
}

run "cpu_target_is_at_most_80_percent" {
  command         = plan
  expect_failures = [var.instances]
  variables { instances = { tidemark = { clusters = { dev-main = { zone = "us-central1-a", autoscaling = { min_nodes = 1, max_nodes = 2, cpu_target = 90 } } } } } }
}

run "storage_target_fits_the_disk_type" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = { dev-main = {
      zone = "us-central1-a", storage_type = "HDD", autoscaling = { min_nodes = 1, max_nodes = 2, storage_target_gb = 2560 }
    } } } }
  }
}

run "instance_has_one_disk_type" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = { tidemark = { clusters = {
      dev-main  = { zone = "us-central1-a", nodes = 1 }
      dev-other = { zone = "us-central1-b", nodes = 1, storage_type = "HDD" }
    } } }
  }
}

run "key_is_in_the_region_of_its_cluster" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    project_number = "123456789012"
    instances = { tidemark = { clusters = {
      dev-main = { zone = "us-central1-a", nodes = 1, kms_key = "projects/p/locations/global/keyRings/ads/cryptoKeys/tidemark" }
    } } }
  }
}

run "all_clusters_or_none_have_keys" {
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

run "keys_need_the_project_number" {
  command         = plan
  expect_failures = [google_kms_crypto_key_iam_member.bigtable]
  variables {
    instances = { tidemark = { clusters = {
      dev-main = { zone = "us-central1-a", nodes = 1, kms_key = "projects/p/locations/us-central1/keyRings/ads/cryptoKeys/tidemark" }
    } } }
  }
}

run "exactly_one_instance_is_the_default" {
  command         = plan
  expect_failures = [var.instances]
  variables {
    instances = {
      tidemark-eu = { clusters = { dev-main = { zone = "europe-west1-b", nodes = 1 } } }
      tidemark-us = { clusters = { dev-main = { zone = "us-central1-a", nodes = 1 } } }
    }
  }
}

run "table_is_in_one_instance" {
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

run "change_streams_belong_to_tables_of_the_schema" {
  command         = plan
  expect_failures = [google_bigtable_table.this]
  variables { change_streams = { user = 1 } }
}

run "change_stream_retention_is_at_most_a_week" {
  command         = plan
  expect_failures = [var.change_streams]
  variables { change_streams = { users = 8 } }
}

run "backup_retention_is_at_most_90_days" {
  command         = plan
  expect_failures = [var.backups]
  variables { backups = { retention_days = 91 } }
}

run "link_has_two_ends" {
  command         = plan
  expect_failures = [var.links]
  variables { links = [{ between = ["us-central1"], delay_ms = 1 }] }
}

run "grants_reject_all_users" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { all = { member = "allUsers", access = "reader" } } }
}

run "access_is_one_of_four" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { api = { member = "serviceAccount:api@example-ads.iam.gserviceaccount.com", access = "admin" } } }
}

run "schema_access_needs_its_role" {
  command         = plan
  expect_failures = [var.grants]
  variables { grants = { schema = { member = "serviceAccount:schema@example-ads.iam.gserviceaccount.com", access = "schema" } } }
}
