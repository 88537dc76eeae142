"""Pages and posts.

A view finds the viewer, passes the posted values to a service, and shows the result.
"""
