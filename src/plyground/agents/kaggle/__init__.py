"""Agents for Kaggle's ConnectX, unchanged: files, notebooks, folders and archives."""
