@echo off
rem Starts the worker client on the Node that came with it.
"%~dp0runtime\node.exe" "%~dp0understudy-worker.mjs" %*
