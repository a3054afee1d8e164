-- The role under which the service works, beside the one that owns the tables. Again and again does no harm; the
-- password is then the new one. psql --dbname referee --set password=... --file deploy/role.sql
\set ON_ERROR_STOP on
SELECT 'CREATE ROLE referee_service LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'referee_service') \gexec
ALTER ROLE referee_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD :'password';
