# CPU and memory that Cloud Run allocates, by region, for a comparison with its quotas.

locals {
  beside = { cpu = try(var.collector.cpu, 0), memory_gib = try(var.collector.memory_gib, 0) }

  # Also without an image, so that the first plan shows what services will need.
  planned = concat(
    [for service in merge(local.api, local.consumers, local.pacers, local.auditors, local.erasers, local.followers) : {
      region     = service.region
      cpu        = service.cpu + local.beside.cpu
      memory_gib = service.memory_gib + local.beside.memory_gib
      # A deployment starts the new revision's minimum while the old revision still runs.
      instances = service.instances.max + service.instances.min
    }],
    [for region in local.compactor_regions : {
      region     = region
      cpu        = var.compactor.cpu
      memory_gib = var.compactor.memory_gib
      instances  = var.compactor.workers
    }],
    [for job in local.full_passes : { region = job.region, cpu = job.cpu, memory_gib = job.memory_gib, instances = job.tasks }],
  )

  quota_needs = { for region in distinct([for each in local.planned : each.region]) : region => {
    cpu        = sum([for each in local.planned : each.instances * each.cpu if each.region == region])
    memory_gib = sum([for each in local.planned : each.instances * each.memory_gib if each.region == region])
  } }
}
