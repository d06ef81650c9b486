"""What people see: every front end draws what the layers below answer."""
