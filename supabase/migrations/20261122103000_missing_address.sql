-- A request without an e-mail address met this column before its own table refused it, and was answered with the name of
-- a column and hashes that no visitor has anything to do with. Nothing without one is stored: the table refuses it next.
alter table private.request_log alter column address_hash drop not null;
