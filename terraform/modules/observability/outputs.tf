output "alert_policies" {
  description = "Names of the alert policies, by alert."
  value       = { for name, policy in google_monitoring_alert_policy.this : name => policy.name }
}

output "dashboard_id" {
  description = "Name of the dashboard."
  value       = google_monitoring_dashboard.this.id
}
