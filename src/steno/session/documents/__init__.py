"""The algorithms of the format's source documents, each exactly as its document states it.

They are not how steno reads a session: the documents contradict one another and newer
clients. They are here to compare with, and for tools that were built on one of them.
"""
