# Resources derived from the clusters: app profiles by location and role, and the topology for Tidemark.

variables {
  project = "example-ads"
  schema = { tables = {
    users     = { holds_events = true, families = { ad_action = { gc_rules = "{\"rules\":[{\"max_age\":\"24h\"}]}" } } }
    campaigns = { families = { campaign = {} } }
  } }
  instances = { tidemark = { clusters = {
    us-central1-a     = { zone = "us-central1-a", autoscaling = { min_nodes = 3, max_nodes = 30, cpu_target = 40 } }
    us-central1-b     = { zone = "us-central1-b", autoscaling = { min_nodes = 3, max_nodes = 30 }, writes = "draining" }
    europe-west1-b    = { zone = "europe-west1-b", nodes = 4 }
    us-central1-batch = { zone = "us-central1-f", role = "batch", nodes = 2 }
  } } }
  links = [{ between = ["us-central1", "europe-west1"], delay_ms = 52 }]
}

run "instance_has_its_clusters" {
  command = plan

  assert {
    condition     = sort([for cluster in google_bigtable_instance.this["tidemark"].cluster : cluster.zone]) == tolist(["europe-west1-b", "us-central1-a", "us-central1-b", "us-central1-f"])
    error_message = "Each cluster must be in its zone."
  }

  assert {
    condition = one([for cluster in google_bigtable_instance.this["tidemark"].cluster :
      [for of in cluster.autoscaling_config : [of.min_nodes, of.max_nodes, of.cpu_target]] if cluster.cluster_id == "us-central1-a"
    ]) == [[3, 30, 40]]
    error_message = "Autoscaling must be passed on unchanged."
  }

  assert {
    condition     = one([for cluster in google_bigtable_instance.this["tidemark"].cluster : cluster.num_nodes if cluster.cluster_id == "europe-west1-b"]) == 4
    error_message = "A fixed number of nodes must be passed on unchanged."
  }

  assert {
    condition     = google_bigtable_instance.this["tidemark"].deletion_protection && !google_bigtable_instance.this["tidemark"].force_destroy
    error_message = "An instance must be protected by default."
  }
}

run "serving_profiles_are_by_region_and_have_row_affinity" {
  command = plan

  assert {
    condition     = google_bigtable_app_profile.this["tidemark/serving-us-central1"].multi_cluster_routing_cluster_ids == tolist(["us-central1-a", "us-central1-b"])
    error_message = "A region's profile must have its serving clusters only, without batch clusters."
  }

  assert {
    condition     = alltrue([for region in ["us-central1", "europe-west1"] : google_bigtable_app_profile.this["tidemark/serving-${region}"].row_affinity])
    error_message = "Serving profiles need row affinity."
  }

  assert {
    condition     = google_bigtable_app_profile.this["tidemark/serving-europe-west1"].standard_isolation[0].priority == "PRIORITY_HIGH"
    error_message = "Serving must have high priority."
  }
}

run "strict_profiles_route_to_one_serving_cluster_and_allow_transactions" {
  command = plan

  assert {
    condition = alltrue([for cluster in ["us-central1-a", "us-central1-b", "europe-west1-b"] :
      google_bigtable_app_profile.this["tidemark/strict-${cluster}"].single_cluster_routing[0].cluster_id == cluster &&
    google_bigtable_app_profile.this["tidemark/strict-${cluster}"].single_cluster_routing[0].allow_transactional_writes])
    error_message = "Each serving cluster needs a profile that routes to it only, with transactions."
  }

  assert {
    condition     = !contains(keys(google_bigtable_app_profile.this), "tidemark/strict-us-central1-batch")
    error_message = "No serving profile may route to the batch cluster."
  }
}

run "batch_profiles_pin_batch_clusters" {
  command = plan

  assert {
    condition     = google_bigtable_app_profile.this["tidemark/batch"].single_cluster_routing[0].cluster_id == "us-central1-batch"
    error_message = "Batch work must use its own cluster."
  }

  assert {
    condition = (google_bigtable_app_profile.this["tidemark/batch"].standard_isolation[0].priority == "PRIORITY_LOW" &&
    google_bigtable_app_profile.this["tidemark/batch"].single_cluster_routing[0].allow_transactional_writes)
    error_message = "Batch work must have low priority, and transactions for pipelines."
  }

  assert {
    condition = (google_bigtable_app_profile.this["tidemark/data-boost"].single_cluster_routing[0].cluster_id == "us-central1-batch" &&
      google_bigtable_app_profile.this["tidemark/data-boost"].data_boost_isolation_read_only[0].compute_billing_owner == "HOST_PAYS" &&
    length(google_bigtable_app_profile.this["tidemark/data-boost"].standard_isolation) == 0)
    error_message = "Data Boost must use the batch cluster if there is one."
  }
}

run "several_batch_clusters_have_their_own_profiles" {
  command = plan

  variables {
    instances = { tidemark = { data_boost = false, clusters = {
      us-central1-a      = { zone = "us-central1-a", nodes = 1 }
      us-central1-batch  = { zone = "us-central1-f", role = "batch", nodes = 1 }
      europe-west1-batch = { zone = "europe-west1-d", role = "batch", nodes = 1 }
    } } }
    links = []
  }

  assert {
    condition = output.app_profiles.tidemark == tolist([
      "batch-europe-west1-batch", "batch-us-central1-batch", "serving-us-central1", "strict-us-central1-a",
    ])
    error_message = "Each batch cluster needs a profile, and Data Boost must be off."
  }
}

run "fenced_cluster_has_its_time_in_the_topology" {
  command = plan

  variables {
    instances = { tidemark = { clusters = {
      us-central1-a  = { zone = "us-central1-a", nodes = 3, writes = "fenced", fenced_at = "2026-11-21T12:00:00Z" }
      europe-west1-b = { zone = "europe-west1-b", nodes = 4 }
    } } }
  }

  assert {
    condition = jsondecode(output.topology).instances.tidemark.clusters.us-central1-a == {
      region = "us-central1", zone = "us-central1-a", role = "serving", writes = "fenced", fencedAt = "2026-11-21T12:00:00Z", nodes = 3
    }
    error_message = "The topology must contain the fence and its time."
  }
}

run "fence_needs_a_time" {
  command         = plan
  expect_failures = [var.instances]

  variables {
    instances = { tidemark = { clusters = {
      us-central1-a  = { zone = "us-central1-a", nodes = 3, writes = "fenced" }
      europe-west1-b = { zone = "europe-west1-b", nodes = 4 }
    } } }
  }
}

run "topology_describes_the_clusters" {
  command = plan

  assert {
    condition = jsondecode(output.topology).instances.tidemark.clusters.us-central1-b == {
      region = "us-central1", zone = "us-central1-b", role = "serving", writes = "draining", nodes = 3
    }
    error_message = "The topology must contain a cluster's location, role and write state."
  }

  assert {
    condition     = toset(keys(jsondecode(output.topology).instances.tidemark.appProfiles)) == toset(output.app_profiles.tidemark)
    error_message = "The topology must have exactly the profiles of Bigtable."
  }

  assert {
    condition     = !strcontains(output.topology, "null")
    error_message = "The topology must not contain null, which its reader rejects."
  }

  assert {
    condition     = jsondecode(output.topology).links == [{ between = ["us-central1", "europe-west1"], delayMs = 52 }]
    error_message = "Links must be passed on unchanged."
  }

  assert {
    condition     = output.batch_region == "us-central1"
    error_message = "The compactor must run in the region of the batch cluster."
  }
}

run "unlisted_cluster_exists_but_gets_no_traffic" {
  command = plan

  variables {
    instances = { tidemark = { clusters = {
      us-central1-a  = { zone = "us-central1-a", nodes = 1 }
      us-central1-b  = { zone = "us-central1-b", nodes = 1, listed = false }
      europe-west1-b = { zone = "europe-west1-b", nodes = 1, listed = false }
    } } }
    client_regions = ["europe-west1"]
  }

  assert {
    condition     = length(google_bigtable_instance.this["tidemark"].cluster) == 3 && toset(keys(jsondecode(output.topology).instances.tidemark.clusters)) == toset(["us-central1-a"])
    error_message = "The cluster must exist in Bigtable but not in the topology."
  }

  assert {
    condition = toset(output.app_profiles.tidemark) == toset([
      "data-boost", "serving-us-central1", "strict-europe-west1-b", "strict-us-central1-a", "strict-us-central1-b"
    ]) && google_bigtable_app_profile.this["tidemark/serving-us-central1"].multi_cluster_routing_cluster_ids == tolist(["us-central1-a"])
    error_message = "Profiles that route to it only must exist; no group may contain it."
  }

  assert {
    condition     = toset(keys(jsondecode(output.topology).instances.tidemark.appProfiles)) == toset(["data-boost", "serving-us-central1", "strict-us-central1-a"])
    error_message = "The topology must not have a profile that routes to an unlisted cluster."
  }
}

run "tables_are_in_their_instances" {
  command = plan

  variables {
    instances = {
      # By name it comes before the default one.
      tidemark-eu = { corpora = ["users"], data_boost = false, clusters = { europe-west1-b = { zone = "europe-west1-b", nodes = 1 } } }
      tidemark-us = { data_boost = false, clusters = { us-central1-a = { zone = "us-central1-a", nodes = 1 } } }
    }
  }

  assert {
    condition     = output.tables == { users = "tidemark-eu", campaigns = "tidemark-us" }
    error_message = "A table must be in the instance that names it, else in the default one."
  }

  assert {
    condition     = jsondecode(output.topology).corpora == { users = "tidemark-eu" }
    error_message = "The topology must list the tables that are not in the default instance."
  }

  assert {
    condition     = can(regex("\"instances\":\\{\"tidemark-us\"", output.topology))
    error_message = "The default instance must be first: it has the tables that no instance names, and its store signs tokens."
  }
}

# docs/operations/backup.md
run "instance_can_wait_for_a_restored_table" {
  command = plan

  variables {
    instances = {
      tidemark          = { clusters = { us-central1-a = { zone = "us-central1-a", nodes = 1 } } }
      tidemark-restored = { corpora = [], clusters = { us-central1-a = { zone = "us-central1-a", nodes = 1 } } }
    }
    links = []
  }

  assert {
    condition     = length(google_bigtable_instance.this) == 2 && toset(values(output.tables)) == toset(["tidemark"])
    error_message = "The instance must exist without tables."
  }

  assert {
    condition     = !can(jsondecode(output.topology).corpora) && can(jsondecode(output.topology).instances.tidemark-restored)
    error_message = "The topology must not list an instance without tables."
  }
}

run "customer_managed_keys_are_granted_to_the_service_agent" {
  command = plan

  variables {
    project_number = "123456789012"
    links          = []
    instances = { tidemark = { data_boost = false, clusters = {
      europe-west1-b = { zone = "europe-west1-b", nodes = 1, kms_key = "projects/example-keys/locations/europe-west1/keyRings/ads/cryptoKeys/tidemark" }
    } } }
  }

  assert {
    condition     = google_bigtable_instance.this["tidemark"].cluster[0].kms_key_name == "projects/example-keys/locations/europe-west1/keyRings/ads/cryptoKeys/tidemark"
    error_message = "The cluster's key must be passed on unchanged."
  }

  assert {
    condition     = one(values(google_kms_crypto_key_iam_member.bigtable)).member == "serviceAccount:service-123456789012@gcp-sa-bigtable.iam.gserviceaccount.com"
    error_message = "Only Bigtable's service agent may use the key."
  }
}
