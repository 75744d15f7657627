"""What the workbench does, one module a task; each is a function of the package ``workbench`` as well."""
