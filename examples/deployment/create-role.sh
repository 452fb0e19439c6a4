#!/bin/sh
# Creates the role of Mapping and its database. A superuser could read and run anything on the machine of PostgreSQL.
# The image of PostgreSQL runs this when its volume is empty.
psql -v ON_ERROR_STOP=1 -v "password=$DATABASE_PASSWORD" -U postgres <<'SQL'
create role mapping login password :'password';
create database mapping owner mapping;
SQL
